import HTTP
import StrictJSON

/// The description of the API (OpenAPI 3.1), of the same values that route requests and check bodies.
enum OpenAPI {
  static func document(server: String) -> String {
    var paths = JSONObject()
    var byPath: [(path: String, operations: JSONObject)] = []
    for endpoint in API.endpoints {
      let operation = JSON.object(operation(endpoint))
      let name = endpoint.method.name.lowercased()
      if let place = byPath.firstIndex(where: { $0.path == endpoint.path }) {
        byPath[place].operations.append(name, operation)
      } else {
        byPath.append((endpoint.path, [name: operation]))
      }
    }
    for (path, operations) in byPath { paths.append(path, .object(operations)) }
    var schemas = JSONObject()
    for resource in API.resources { schemas.append(resource.name, schema(of: resource.row, isRow: true)) }
    schemas.append("problem", problem)
    let document: JSONObject = [
      "openapi": "3.1.0",
      "info": [
        "title": "Foyer", "version": "1",
        "description":
          "The household's to-dos, shopping, plan, recipes and stays for programs. A token is made in the settings.",
      ],
      "servers": [["url": .string(server + API.root)]],
      "security": [["token": []]],
      "paths": .object(paths),
      "components": [
        "schemas": .object(schemas),
        "securitySchemes": ["token": ["type": "http", "scheme": "bearer", "bearerFormat": "foyer_…"]],
      ],
    ]
    return JSON.object(document).text
  }

  private static func operation(_ endpoint: Endpoint) -> JSONObject {
    var operation: JSONObject = ["summary": .string(endpoint.summary), "operationId": .string(id(of: endpoint))]
    operation.append("tags", [.string(String(endpoint.path.split(separator: "/")[0]))])
    if let scope = endpoint.scope { operation.append("x-scope", .string(scope.text)) }
    var parameters = endpoint.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { name in
      JSON.object([
        "name": .string(String(name.dropFirst().dropLast())), "in": "path", "required": .bool(true),
        "schema": ["type": "string", "format": "uuid"],
      ])
    }
    for field in endpoint.query {
      var parameter: JSONObject = ["name": .string(field.name), "in": "query", "schema": field.kind.schema]
      if !field.about.isEmpty { parameter.append("description", .string(field.about)) }
      parameters.append(.object(parameter))
    }
    if let isNeeded = endpoint.isVersioned {
      parameters.append(
        .object([
          "name": "If-Match", "in": "header", "required": .bool(isNeeded),
          "description": "The `ETag` of the row that is changed.", "schema": ["type": "string"],
        ]))
    }
    if endpoint.isOnce {
      parameters.append(
        .object([
          "name": "Idempotency-Key", "in": "header",
          "description":
            "The answer is kept under it for 48 hours: a request that is sent again is answered, not done again.",
          "schema": ["type": "string", "minLength": .number("1"), "maxLength": .number("200")],
        ]))
    }
    if !parameters.isEmpty { operation.append("parameters", .array(parameters)) }
    if let upload = endpoint.takes {
      var content = JSONObject()
      for type in upload.types { content.append(type, .object(JSONObject())) }
      operation.append(
        "requestBody",
        [
          "required": .bool(true),
          "description": upload == .picture
            ? "JPEG, PNG, GIF, WebP, HEIC or AVIF, of 10 MiB and 40 megapixels at most." : "15 MiB at most.",
          "content": .object(content),
        ])
    }
    if let body = endpoint.body {
      operation.append(
        "requestBody",
        [
          "required": .bool(body.contains { !$0.isOptional }),
          "content": ["application/json": ["schema": schema(of: body, isRow: false)]],
        ])
    }
    operation.append("responses", .object(responses(endpoint)))
    return operation
  }

  private static func responses(_ endpoint: Endpoint) -> JSONObject {
    func answer(_ text: String, _ schema: JSON, version: Bool = false) -> JSON {
      var answer: JSONObject = [
        "description": .string(text), "content": ["application/json": ["schema": schema]],
      ]
      if version { answer.append("headers", ["ETag": ["schema": ["type": "string"]]]) }
      return .object(answer)
    }
    var responses = JSONObject()
    switch endpoint.answer {
    case .nothing: responses.append("204", ["description": "Done."])
    case .row(let name):
      let row = reference(name)
      responses.append("200", answer("The row.", row, version: true))
      if endpoint.method == .post { responses.append("201", answer("The row that was added.", row, version: true)) }
      if endpoint.method == .get { responses.append("304", ["description": "It has not changed."]) }
    case .rows(let name):
      let fields: JSON = [
        "type": "object", "required": [.string(name), "next"],
        "properties": .object([
          name: ["type": "array", "items": reference(name)],
          "next": ["type": ["string", "null"], "description": "The path of the next rows."],
        ]),
      ]
      responses.append("200", answer("Rows in the order of their ids.", fields))
    case .object(let fields): responses.append("200", answer("The answer.", schema(of: fields, isRow: false)))
    case .picture:
      responses.append("200", ["description": "The picture.", "content": ["image/webp": .object(JSONObject())]])
      responses.append("304", ["description": "It has not changed."])
    case .bytes:
      let content: JSON = ["application/octet-stream": .object(JSONObject()), "image/webp": .object(JSONObject())]
      responses.append("200", ["description": "The file.", "content": content])
      responses.append("206", ["description": "The part of it that `Range` asks for.", "content": content])
      responses.append("304", ["description": "It has not changed."])
      responses.append("416", ["description": "It has no such part."])
    }
    let plain: JSON = ["schema": ["type": "string"]]
    for (code, text) in refusals(of: endpoint) {
      var content: JSONObject = ["application/problem+json": ["schema": reference("problem")]]
      if code == 400 { content.append("text/plain", plain) }
      responses.append("\(code)", .object(["description": .string(text), "content": .object(content)]))
    }
    // A request that breaks HTTP is answered before the API sees it.
    for (code, text) in [("414", "The address is too long."), ("431", "The fields are too large.")] {
      let content: JSONObject = ["text/plain": plain]
      responses.append(code, .object(["description": .string(text), "content": .object(content)]))
    }
    return responses
  }

  /// The problems that an operation may answer, by their status.
  private static func refusals(of endpoint: Endpoint) -> [(Int, String)] {
    var refusals = [
      (400, "The request cannot be read."), (401, "No token, or one that has ended."),
      (403, "The token may not do this."),
      (422, "A field is not what it should be."), (429, "Too many requests."), (503, "The database is away."),
    ]
    if endpoint.path.contains("{") || endpoint.body != nil { refusals.append((404, "There is no such row.")) }
    if endpoint.method != .get { refusals.append((409, "It cannot be done now.")) }
    if endpoint.body != nil || endpoint.takes != nil {
      refusals += [(413, "The body is too large."), (415, "The body is of another type.")]
    }
    if let isNeeded = endpoint.isVersioned {
      refusals.append((412, "The row was changed meanwhile; `current` is the row as it is now."))
      if isNeeded { refusals.append((428, "`If-Match` is missing.")) }
    }
    if endpoint.path == "/changes" { refusals.append((410, "The state is too old: begin with an empty one.")) }
    return refusals.sorted { $0.0 < $1.0 }
  }

  /// `GET /items/{id}` is `get_items_id`.
  private static func id(of endpoint: Endpoint) -> String {
    let words = endpoint.path.split(separator: "/").map { $0.filter { $0 != "{" && $0 != "}" } }
    return ([endpoint.method.name.lowercased()] + words.map { $0.split(separator: "-").joined(separator: "_") })
      .joined(separator: "_")
  }

  private static func reference(_ name: String) -> JSON { ["$ref": .string("#/components/schemas/\(name)")] }

  /// - Parameter isRow: every field is there.
  static func schema(of fields: [APIField], isRow: Bool) -> JSON {
    var properties = JSONObject()
    for field in fields {
      var schema = field.kind.schema.object ?? JSONObject()
      if field.isNullable { schema = schema.nullable }
      if !field.about.isEmpty { schema.append("description", .string(field.about)) }
      properties.append(field.name, .object(schema))
    }
    var object: JSONObject = ["type": "object", "properties": .object(properties)]
    let required = fields.filter { isRow || !$0.isOptional }.map { JSON.string($0.name) }
    if !required.isEmpty { object.append("required", .array(required)) }
    if !isRow, !fields.isEmpty { object.append("additionalProperties", .bool(false)) }
    return .object(object)
  }

  /// RFC 9457.
  private static let problem: JSON = [
    "type": "object", "required": ["type", "title", "status", "detail"],
    "properties": [
      "type": ["type": "string", "format": "uri"], "title": ["type": "string"], "status": ["type": "integer"],
      "detail": ["type": "string"], "instance": ["type": "string"],
      "errors": [
        "type": "array",
        "items": [
          "type": "object", "required": ["field", "detail"],
          "properties": ["field": ["type": "string"], "detail": ["type": "string"]],
        ],
      ],
      "current": ["type": "object", "description": "The row as it is now."],
    ],
  ]
}

extension APIField.Kind {
  /// As JSON Schema (2020-12).
  var schema: JSON {
    switch self {
    case .text(let most): ["type": "string", "maxLength": .number("\(most)")]
    case .day: ["type": "string", "format": "date"]
    case .time: ["type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"]
    case .moment: ["type": "string", "format": "date-time"]
    case .flag: ["type": "boolean"]
    case .id: ["type": "string", "format": "uuid"]
    case .number(let range):
      range.upperBound == Int.max
        ? ["type": "integer", "minimum": .number("\(range.lowerBound)")]
        : ["type": "integer", "minimum": .number("\(range.lowerBound)"), "maximum": .number("\(range.upperBound)")]
    case .choice(let values): ["type": "string", "enum": .array(values.map { .string($0) })]
    case .list(let kind, let most): ["type": "array", "items": kind.schema, "maxItems": .number("\(most)")]
    case .object(let fields): OpenAPI.schema(of: fields, isRow: false)
    case .anyObject: ["type": "object"]
    }
  }
}

extension JSONObject {
  /// A schema of the same values and of null.
  fileprivate var nullable: JSONObject {
    var object = JSONObject()
    for member in members {
      switch member.name {
      case "type": object.append("type", .array([member.value, "null"]))
      case "enum": object.append("enum", .array((member.value.elements ?? []) + [.null]))
      default: object.append(member.name, member.value)
      }
    }
    return object
  }
}
