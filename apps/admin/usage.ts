import { parseArgs } from 'node:util'
import { z } from 'zod'
import { table, type Command } from '#kit/server/command-line/command.ts'
import { issueText } from '#kit/server/http/requests/validate-input.ts'

/**
 * Words on the command line that do not make a command. The message is for the person who typed
 * them.
 */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
}

export interface Invocation<Services> {
  readonly command: Command<Services>
  readonly options: Readonly<Record<string, string | boolean>>
  readonly json: boolean
}

interface Option {
  readonly name: string
  readonly flag: boolean
  readonly required: boolean
  /** Whether another name has taken its place: understood, and not in the help. */
  readonly replaced: boolean
  readonly description: string
}

const Described = z.object({
  properties: z.record(
    z.string(),
    z.object({
      type: z.string().optional(),
      description: z.string().optional(),
      replacedBy: z.string().optional(),
    }),
  ),
  required: z.array(z.string()).default([]),
})

function optionsOf<Services>(command: Command<Services>): readonly Option[] {
  const { properties, required } = Described.parse(
    z.toJSONSchema(command.options, { io: 'input', unrepresentable: 'any' }),
  )
  // Either of two names will do, so the schema requires neither.
  const replacing = new Set(Object.values(properties).map(({ replacedBy }) => replacedBy))
  return Object.entries(properties).map(([name, { type, description, replacedBy }]) => ({
    name,
    flag: type === 'boolean',
    required: required.includes(name) || replacing.has(name),
    replaced: replacedBy !== undefined,
    description: description ?? '',
  }))
}

/**
 * What the words after the program's name ask for: a command with options that are valid, or `help`
 * (of one command, or of all). Throws UsageError naming the option and the reason.
 */
export function readInvocation<Services>(
  words: readonly string[],
  commands: readonly Command<Services>[],
): Invocation<Services> | { readonly help: Command<Services> | null } {
  const asksHelp = words.includes('--help') || words.includes('-h')
  const name = words.slice(0, 2).join(' ')
  const command = commands.find((candidate) => candidate.name === name)
  if (!command && (asksHelp || words.length === 0)) return { help: null }
  if (!command) throw new UsageError(`There is no command "${name}". See --help.`)
  if (asksHelp) return { help: command }
  const { json, ...options } = parseOptions(command, words.slice(2))
  const checked = command.options.safeParse(options)
  if (!checked.success)
    throw new UsageError(checked.error.issues.map((issue) => explain(issue, options)).join('\n'))
  return { command, options, json: json === true }
}

function parseOptions<Services>(
  command: Command<Services>,
  words: readonly string[],
): Record<string, string | boolean> {
  const commandOptions = optionsOf(command).map(
    ({ name, flag }) => [name, { type: flag ? 'boolean' : 'string' }] as const,
  )
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { ...Object.fromEntries(commandOptions), json: { type: 'boolean' } },
    })
    return Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    )
  } catch (error) {
    if (error instanceof TypeError)
      throw new UsageError(`${error.message.split('. ')[0]}. See: ${command.name} --help`)
    throw error
  }
}

function explain(issue: z.core.$ZodIssue, options: Readonly<Record<string, unknown>>): string {
  const option = String(issue.path[0] ?? '')
  const missing = option !== '' && !(option in options)
  const isMissing = missing && issue.code === 'invalid_type'
  return `--${option} ${isMissing ? 'is required' : issueText(issue)}`
}

/** The help of one command, or the list of all. */
export function helpText<Services>(
  command: Command<Services> | null,
  commands: readonly Command<Services>[],
): string {
  const start = 'npm run admin --'
  if (!command) {
    const list = table(
      ['Command', ''],
      commands.map(({ name, summary }) => [name, summary]),
    )
    return (
      `Usage: ${start} COMMAND [OPTIONS]\n\n${list}\n\nEvery command has --json (the result ` +
      `as JSON) and --help.`
    )
  }
  const options = optionsOf(command).filter(({ replaced }) => !replaced)
  const synopsis = options.map((option) => {
    const text = option.flag ? `--${option.name}` : `--${option.name} ${option.name.toUpperCase()}`
    return option.required ? text : `[${text}]`
  })
  const list = table(
    ['Option', ''],
    [
      ...options.map((option) => [`--${option.name}`, option.description]),
      ['--json', 'The result as JSON'],
    ],
  )
  return (
    `${command.summary}.\n\nUsage: ` +
    `${[start, command.name, ...synopsis, '[--json]'].join(' ')}\n\n${list}`
  )
}
