print("views")
