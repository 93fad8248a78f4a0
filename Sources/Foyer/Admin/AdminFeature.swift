import HTTP

extension Feature {
  static let admin = Feature(
    operators: { routes in
      routes.get("/admin", Admin.index)
      routes.post("/admin/registration", limits: .small, Admin.setRegistration)
      routes.post("/admin/households/{id}/quota", limits: .small, Admin.setQuota)
      routes.post("/admin/jobs/{id}/retry", limits: .small, Admin.retryJob)
      routes.post("/admin/jobs/{id}/delete", limits: .small, Admin.deleteJob)
    },
    notices: AdminNotice.self)
}
