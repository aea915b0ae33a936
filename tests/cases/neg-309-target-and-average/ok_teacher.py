"""The teacher."""


def follow(teacher, student, share=0.99):
    for slow, fast in zip(teacher.get_parameters(), student.get_parameters()):
        slow.set_data(slow * share + fast * (1 - share))
