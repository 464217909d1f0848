import dayjs from 'dayjs'

/**
 * Lets the calendars of the component library begin their weeks on Monday, as the product does, in
 * a language (as the library of dates below it names it) whose texts are there.
 */
export function beginWeeksOnMonday(language: string): void {
  const texts = dayjs.Ls[language]
  if (texts === undefined) throw new Error(`the texts of "${language}" are not there`)
  dayjs.Ls[language] = { ...texts, weekStart: 1 }
}
