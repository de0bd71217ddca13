/// The recipes of a new book.
enum SampleRecipes {
  static let all: [Recipe] = [
    Recipe(
      title: "Lemon Tart", summary: "A sharp custard of lemons in a thin sweet crust.", minutes: 80,
      servings: 8,
      ingredients: ["1 sheet sweet pastry", "4 lemons", "5 eggs", "180 g sugar", "200 ml cream"],
      steps: [
        "Bake the pastry blind for 20 minutes at 180 degrees.",
        "Whisk eggs, sugar, lemon juice and zest, then the cream.",
        "Pour into the crust and bake at 140 degrees until it only trembles in the middle, about 30 minutes.",
        "Let it cool before cutting.",
      ], isFavourite: true),
    Recipe(
      title: "Pea Soup", summary: "Split peas, cooked until they fall apart, with smoked paprika.",
      minutes: 60,
      servings: 4,
      ingredients: [
        "300 g split peas", "1 onion", "2 carrots", "1 tsp smoked paprika", "1.5 l stock",
      ],
      steps: [
        "Sweat onion and carrots in oil.", "Add peas, paprika and stock, simmer for 45 minutes.",
        "Crush a part of the peas, and season.",
      ], isFavourite: true),
    Recipe(
      title: "Shakshuka", summary: "Eggs poached in spiced tomatoes.", minutes: 30,
      servings: 2,
      ingredients: ["1 tin tomatoes", "4 eggs", "1 red pepper", "1 tsp cumin", "1 onion"],
      steps: [
        "Cook onion, pepper and cumin until soft.", "Add tomatoes and reduce for 10 minutes.",
        "Make four wells, break an egg into each, cover until the whites are set.",
      ]),
    Recipe(
      title: "Mushroom Risotto", summary: "Rice stirred slowly with stock, mushrooms and cheese.",
      minutes: 40,
      servings: 4,
      ingredients: [
        "300 g risotto rice", "250 g mushrooms", "1 l hot stock", "1 glass white wine",
        "60 g parmesan",
      ],
      steps: [
        "Brown the mushrooms and put them aside.", "Toast the rice, add the wine.",
        "Add stock by the ladle, stirring, for 18 minutes.", "Fold in mushrooms and cheese.",
      ], isFavourite: true),
    Recipe(
      title: "Rye Bread", summary: "A dense loaf raised with sourdough.", minutes: 900,
      servings: 12,
      ingredients: ["500 g rye flour", "100 g sourdough", "400 ml water", "10 g salt"],
      steps: [
        "Mix everything and let it stand overnight.", "Fill a tin, let it rise for two hours.",
        "Bake for an hour, from 240 down to 200 degrees.",
      ], isFavourite: true),
    Recipe(
      title: "Miso Aubergine", summary: "Aubergines under a sweet and salty glaze.", minutes: 35,
      servings: 2,
      ingredients: ["2 aubergines", "3 tbsp white miso", "2 tbsp mirin", "1 tbsp sugar", "sesame"],
      steps: [
        "Halve the aubergines, score them and fry them on the cut side.",
        "Stir miso, mirin and sugar, and spread the glaze.",
        "Grill until it bubbles; strew sesame.",
      ]),
    Recipe(
      title: "Apple Crumble", summary: "Baked apples under buttery crumbs.", minutes: 50,
      servings: 6,
      ingredients: ["1 kg apples", "150 g flour", "100 g butter", "80 g brown sugar", "cinnamon"],
      steps: [
        "Slice the apples into a dish with a little sugar and cinnamon.",
        "Rub flour, butter and sugar to crumbs and spread them.",
        "Bake for 35 minutes at 190 degrees.",
      ], isFavourite: true),
    Recipe(
      title: "Dal", summary: "Red lentils with turmeric and a sizzling spice oil.", minutes: 35,
      servings: 4,
      ingredients: [
        "250 g red lentils", "1 tsp turmeric", "1 tsp cumin seeds", "3 cloves garlic", "2 tomatoes",
      ],
      steps: [
        "Boil lentils with turmeric until creamy.", "Fry cumin, garlic and tomatoes in hot oil.",
        "Pour the spiced oil over the lentils.",
      ]),
    Recipe(
      title: "Potato Salad", summary: "Warm potatoes in mustard and broth.", minutes: 45,
      servings: 6,
      ingredients: [
        "1 kg waxy potatoes", "1 shallot", "200 ml hot broth", "2 tbsp mustard", "chives",
      ],
      steps: [
        "Boil, peel and slice the potatoes while warm.",
        "Pour over broth with mustard, vinegar and shallot.",
        "Rest for half an hour, then add oil and chives.",
      ]),
    Recipe(
      title: "Pancakes", summary: "Thin ones, for rolling up.", minutes: 25,
      servings: 3,
      ingredients: ["200 g flour", "400 ml milk", "3 eggs", "butter"],
      steps: [
        "Whisk a smooth batter and let it rest.",
        "Bake thin cakes in hot butter, one minute a side.",
      ]),
    Recipe(
      title: "Gazpacho", summary: "Cold soup of tomatoes, for hot days.", minutes: 20,
      servings: 4,
      ingredients: [
        "1 kg tomatoes", "1 cucumber", "1 green pepper", "2 slices stale bread", "sherry vinegar",
      ],
      steps: [
        "Blend everything with oil and vinegar.", "Press through a sieve and chill for hours.",
      ]),
    Recipe(
      title: "Fish Stew", summary: "White fish in saffron and fennel.", minutes: 50,
      servings: 4,
      ingredients: [
        "600 g white fish", "1 bulb fennel", "1 pinch saffron", "1 tin tomatoes",
        "500 ml fish stock",
      ],
      steps: [
        "Soften fennel and garlic.", "Add tomatoes, saffron and stock, simmer 20 minutes.",
        "Slide in the fish for 5 minutes.",
      ]),
    Recipe(
      title: "Hummus", summary: "Chickpeas and sesame, beaten until light.", minutes: 15,
      servings: 6,
      ingredients: [
        "400 g cooked chickpeas", "120 g tahini", "1 lemon", "1 clove garlic", "ice water",
      ],
      steps: [
        "Blend tahini, lemon and garlic.", "Add chickpeas, then ice water until it is light.",
      ]),
    Recipe(
      title: "Ratatouille", summary: "Summer vegetables, each cooked on its own first.",
      minutes: 70,
      servings: 6,
      ingredients: ["2 aubergines", "3 courgettes", "2 peppers", "4 tomatoes", "thyme"],
      steps: ["Fry each vegetable on its own.", "Stew all with tomatoes and thyme for 20 minutes."]),
    Recipe(
      title: "Carrot Cake", summary: "Moist, with nuts and a cream cheese top.", minutes: 75,
      servings: 10,
      ingredients: ["300 g carrots", "250 g flour", "200 g sugar", "4 eggs", "150 g walnuts"],
      steps: [
        "Beat eggs and sugar, stir in oil.", "Fold in flour, grated carrots and nuts.",
        "Bake for 45 minutes at 170 degrees, and spread the top when cold.",
      ], isFavourite: true),
    Recipe(
      title: "Kimchi Pancake", summary: "Crisp edges, sharp inside.", minutes: 20,
      servings: 2,
      ingredients: ["200 g kimchi", "100 g flour", "1 egg", "2 spring onions"],
      steps: [
        "Cut the kimchi, and mix all with its juice.",
        "Fry as one large pancake until both sides are crisp.",
      ]),
  ]
}
