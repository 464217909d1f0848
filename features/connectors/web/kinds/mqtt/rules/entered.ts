import type { Settings } from '#features/connectors/contract/connector.ts'
import type { MappingRule, Payload } from '#features/connectors/contract/kinds/mqtt/mapping.ts'

/** A rule as it is typed: the server checks it. */
export type EnteredRule = MappingRule

// The form put them there, or the server, which checked them.
export const rulesOf = ({ rules }: Settings) => (rules ?? []) as unknown as EnteredRule[]

/** What a rule of a format starts with. */
export const newPayload: { readonly [Format in Payload['format']]: Payload } = {
  plain: { format: 'plain', key: '', states: {} },
  json: { format: 'json', root: '', time: '', fields: [], except: [], states: {} },
  expression: { format: 'expression', expression: '' },
  senml: { format: 'senml' },
  telegraf: { format: 'telegraf' },
  status: { format: 'status', path: '', online: 'online', offline: 'offline' },
  ignored: { format: 'ignored' },
}

export const newRule: EnteredRule = {
  ...{ topic: 'plant/{device}/{sensor}', device: null, hints: [], payload: newPayload.plain },
}

/** `ON=1; OFF=0`, as people enter it. */
export function writeStates(states: Readonly<Record<string, number>>): string {
  return Object.entries(states)
    .map(([text, number]) => `${text}=${number}`)
    .join('; ')
}

/** What is no number is left out. */
export function readStates(text: string): Record<string, number> {
  const entries = text.split(/[;\n]/).flatMap((part) => {
    const [name = '', number = ''] = part.split('=').map((each) => each.trim())
    return name !== '' && number !== '' && Number.isFinite(Number(number))
      ? [[name, Number(number)] as const]
      : []
  })
  return Object.fromEntries(entries)
}

type Field = Extract<Payload, { readonly format: 'json' }>['fields'][number]

/** A line each: `path = key`. */
export function writeFields(fields: readonly Field[]): string {
  return fields.map(({ path, key }) => (path === key ? path : `${path} = ${key}`)).join('\n')
}

/** Factors and states that a field had before stay. */
export function readFields(text: string, before: readonly Field[]): Field[] {
  return linesOf(text).map((line) => {
    const at = line.lastIndexOf(' = ')
    const path = at === -1 ? line : line.slice(0, at).trim()
    const key = at === -1 ? line : line.slice(at + 3).trim()
    const same = before.find((field) => field.path === path)
    return { factor: 1, states: {}, ...same, path, key }
  })
}

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
