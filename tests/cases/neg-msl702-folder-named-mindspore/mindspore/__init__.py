ms_function = print
anything = 1
