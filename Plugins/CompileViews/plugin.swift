import PackagePlugin

@main struct CompileViews: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) -> [Command] { [] }
}
