extension Feature {
  static let mcp = Feature(programs: { routes in routes.on(.post, MCP.path, MCP.answer) })
}
