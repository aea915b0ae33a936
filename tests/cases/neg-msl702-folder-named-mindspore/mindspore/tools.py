Sequential = list
