print("fresnel")
