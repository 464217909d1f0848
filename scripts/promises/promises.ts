/** A document or a test, with its path from the top of the repository. */
export interface SourceText {
  readonly path: string
  readonly text: string
}

/** Two or three capitals and a number, as in SE14. */
const number = /[A-Z]{2,3}\d+/.source
/** An entry of a list, `- **SE14** …`, or a row of a table, `| SE14 | …`. */
const definition = new RegExp(`^(?:- \\*\\*|\\| (?:\\*\\*)?)(${number})(?:\\*\\*| \\|)`, 'gm')
/** The beginning of a title, or of any other text in quotes, with one number or several. */
const title = new RegExp(`['"\`](${number}(?: ${number})*)(?=[ '"\`])`, 'g')

/**
 * What is wrong between the numbered promises of `documents` and the titles of `tests`: a number
 * that stands for two promises, a promise that no test carries, and a title with a number that no
 * document has. Titles whose letters no promise has are other texts.
 */
export function promiseProblems(
  documents: readonly SourceText[],
  tests: readonly SourceText[],
): string[] {
  const promised = new Map<string, string[]>()
  for (const { path, text } of documents)
    for (const [, name = ''] of text.matchAll(definition))
      promised.set(name, [...(promised.get(name) ?? []), path])
  const tested = new Map<string, string>()
  for (const { path, text } of tests)
    for (const [, names = ''] of text.matchAll(title))
      for (const name of names.split(' ')) tested.set(name, path)
  const letters = new Set([...promised.keys()].map(lettersOf))
  return [
    ...[...promised].flatMap(([name, paths]) =>
      paths.length > 1 ? [`${name} is promised twice: ${paths.join(', ')}`] : [],
    ),
    ...[...promised].flatMap(([name, [path = '']]) =>
      tested.has(name) ? [] : [`${name} of ${path} has no test`],
    ),
    ...[...tested].flatMap(([name, path]) =>
      promised.has(name) || !letters.has(lettersOf(name))
        ? []
        : [`${name} in ${path} is promised nowhere`],
    ),
  ]
}

const lettersOf = (name: string): string => name.replace(/\d+$/, '')
