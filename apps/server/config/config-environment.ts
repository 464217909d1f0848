import { StartupError } from '#kit/server/process/startup-error.ts'
import { InvalidValue, type Reader } from './config-values.ts'

export interface Problem {
  readonly variable: string
  /** The value given, with secrets hidden. */
  readonly value: string
  readonly reason: string
  readonly allowed: string
}

/** Everything that is wrong with the configuration. */
export class ConfigError extends StartupError {
  override readonly name: string = 'ConfigError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(
      ({ variable, value, reason, allowed }) =>
        `  ${variable}=${value} ${reason}. Allowed: ${allowed}.`,
    )
    super(['The configuration is not valid:', ...lines].join('\n'))
    this.problems = problems
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * A value as it may be shown: user and password in an address hidden, control characters escaped,
 * and not too long.
 */
function shown(variable: string, value: string): string {
  if (/SECRET|PASSWORD|API_KEY|PRIVATE/.test(variable)) return '(hidden)'
  const hidden = value.replace(/\/\/.*@/s, '//(hidden)@')
  return JSON.stringify(hidden.length > 200 ? `${hidden.slice(0, 200)}…` : hidden)
}

/**
 * Reads variables one by one and collects what is wrong with them. An empty variable counts as
 * not set.
 */
export class EnvironmentReader {
  readonly problems: Problem[] = []
  readonly #names = new Set<string>()
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  read<Value, Fallback>(
    variable: string,
    reader: Reader<Value>,
    fallback: Fallback,
  ): Value | Fallback {
    this.#names.add(variable)
    const value = this.#environment[variable]?.trim()
    if (value === undefined || value === '') return fallback
    try {
      return reader.read(value)
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      this.refuse(variable, error.message, reader.allowed)
      return fallback
    }
  }

  /** Every variable that was read until now. */
  get variables(): readonly string[] {
    return [...this.#names]
  }

  refuse(variable: string, reason: string, allowed: string): void {
    this.problems.push({
      variable,
      value: shown(variable, this.#environment[variable] ?? ''),
      reason,
      allowed,
    })
  }
}

/** Number of single-character edits between two names. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= other.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (character === other[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/**
 * Refuses each variable that begins like ours but was not read: it was meant to do something.
 * Called last, when all were read.
 */
export function refuseMistyped(from: EnvironmentReader, environment: Environment): void {
  const allowed = from.variables
  const ours = allowed.filter((variable) => variable.startsWith('WARROOM_'))
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('WARROOM_') || allowed.includes(name) || environment[name] === undefined)
      continue
    const [nearest] = allowed.toSorted((one, other) => distance(name, one) - distance(name, other))
    const meant =
      nearest !== undefined && distance(name, nearest) <= 4 ? ` (did you mean ${nearest}?)` : ''
    from.refuse(
      name,
      `is not a variable of this program, probably mistyped${meant}`,
      `only ${ours.join(' and ')} begin with WARROOM_`,
    )
  }
}
