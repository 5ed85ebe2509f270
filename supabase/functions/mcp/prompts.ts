/** What a founder may start from in an assistant. */
export const prompts = [
  {
    name: 'weekly-review',
    title: 'Weekly review',
    description: 'What happened this week, and what matters next',
    text: 'Review my week with me. Read this week’s goals, traction and my last check-in. Say in a few lines what moved, with the numbers and their change against the week before, what did not, and the one thing that matters most next week. Then ask me how the week felt and what my priority is, and offer to log my check-in.',
  },
  {
    name: 'investor-update',
    title: 'Investor update',
    description: 'A short update from the records of the last month',
    text: 'Write a short investor update for the last full month from my records: highlights, traction with the change against the month before, runway with its date, what was hard, what is next, and one request. Take every number from the records, and say “not recorded” where there is none.',
  },
] as const
