import { Parser } from 'expr-eval-fork'

/** What an expression gives for the values of its inputs; whatever it is, it is to be validated. */
export type Evaluate = (values: Readonly<Record<string, number | string>>) => unknown

export type Compiled =
  | { readonly evaluate: Evaluate }
  /** A name in it that is neither an input nor a function. */
  | { readonly unknown: string }
  /** What is wrong with the text, in English. */
  | { readonly problem: string }

/** Numbers in, a number out, and nothing that loops, assigns, or gives something else each time. */
const functions: Readonly<Record<string, (...values: number[]) => number>> = {
  min: Math.min,
  max: Math.max,
  pow: Math.pow,
  atan2: Math.atan2,
  hypot: Math.hypot,
  avg: (...values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  sum: (...values) => values.reduce((sum, value) => sum + value, 0),
}

const parser = createParser()

function createParser(): Parser {
  const created = new Parser({
    allowMemberAccess: false,
    operators: {
      ...{ assignment: false, fndef: false, concatenate: false, in: false, array: false },
      ...{ factorial: false, random: false, length: false },
    },
  })
  // Without a prototype, so that no name means anything that is not listed here.
  const isConditional = (created.functions as Record<string, unknown>)['if']
  created.functions = Object.assign(Object.create(null), functions, { if: isConditional })
  created.consts = Object.assign(Object.create(null), {
    ...{ PI: Math.PI, E: Math.E, true: true, false: false },
  })
  created.unaryOps = Object.assign(Object.create(null), created.unaryOps)
  return created
}

const operators: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in'])

const hasMeaning = (name: string) =>
  operators.has(name) ||
  name in Object.prototype ||
  [parser.functions, parser.unaryOps, parser.consts].some((meanings: object) =>
    Object.hasOwn(meanings, name),
  )

/** Understands the text of an expression, which may name these inputs. */
export function compile(text: string, inputs: Iterable<string>): Compiled {
  const named = new Set(inputs)
  const taken = [...named].find((name) => hasMeaning(name))
  if (taken !== undefined) return { problem: `${taken} has a meaning of its own` }
  try {
    const expression = parser.parse(text)
    const unknown = expression.variables().find((name) => !named.has(name))
    if (unknown !== undefined) return { unknown }
    // What does not exist, or is not allowed, comes to light when it is used.
    expression.evaluate(Object.fromEntries([...named].map((name) => [name, 1])))
    return { evaluate: (values) => expression.evaluate(values) }
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'is no expression'
    const [, name] = /^undefined variable: (.*)$/.exec(problem) ?? []
    return name === undefined ? { problem } : { unknown: name }
  }
}
