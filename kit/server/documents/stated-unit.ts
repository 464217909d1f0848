/** A NUL ends a text of C, and what is behind it in its field is of no meaning. */
const ended = (text: string): string => text.slice(0, `${text}\0`.indexOf('\0')).trim()

/** A unit as its source states it; empty for one that no sensor can have, as for none. */
export function statedUnit(text: string): string {
  const unit = ended(text)
  return unit.isWellFormed() && !/\p{Cc}/u.test(unit) ? unit : ''
}
