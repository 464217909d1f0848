/** The text without what it was cut from, which would stay in memory for as long as it does. */
export function copyOf(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf8').toString('utf8')
}
