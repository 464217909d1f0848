/**
 * Whether a text has a form in which `*` is any characters; letters of both cases are the same. It
 * takes a time that grows with the lengths of both, however many `*` there are: one expression for
 * the whole form would try every way to divide the text among them.
 */
export function tagPattern(form: string): (text: string) => boolean {
  const [first = '', ...rest] = form.split(/\*+/).map(literal)
  const last = rest.pop()
  const begin = new RegExp(`^${first}${last === undefined ? '$' : ''}`, 'isu')
  if (last === undefined) return (text) => begin.test(text)
  const middle = rest.map((part) => new RegExp(part, 'gisu'))
  const end = new RegExp(`${last}$`, 'gisu')
  return (text) => {
    let from = begin.exec(text)?.[0].length ?? -1
    for (const part of [...middle, end]) {
      if (from === -1) return false
      part.lastIndex = from
      from = part.test(text) ? part.lastIndex : -1
    }
    return from !== -1
  }
}

const literal = (part: string) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
