import { parentPort } from 'node:worker_threads'
import jsonata from 'jsonata'
import { type Answer, type Question, ready } from './messages.ts'

const maximumDepth = 200
const maximumSequenceLength = 20_000
const maximumCompiled = 200

/** How long it may take is counted outside: the library's own count includes what others take. */
const limits = { stack: maximumDepth, sequence: maximumSequenceLength }
const compiled = new Map<string, jsonata.Expression>()

parentPort?.on('message', (question: Question) => void answer(question))
parentPort?.postMessage(ready, [])

async function answer({ expression, input, names }: Question): Promise<void> {
  try {
    const result: unknown = await compile(expression).evaluate(input, { ...names })
    send({ result })
  } catch (error) {
    send({ reason: reasonOf(error) })
  }
}

function compile(expression: string): jsonata.Expression {
  const existing = compiled.get(expression)
  if (existing) return existing
  if (compiled.size >= maximumCompiled) compiled.clear()
  const made = jsonata(expression, limits)
  compiled.set(expression, made)
  return made
}

function send(message: Answer): void {
  try {
    parentPort?.postMessage(message, [])
  } catch {
    // A function, for instance.
    parentPort?.postMessage({ reason: 'gives what is no document' } satisfies Answer, [])
  }
}

/** The library throws objects that are no errors. */
function reasonOf(error: unknown): string {
  const isObject = typeof error === 'object' && error !== null
  const message = isObject && 'message' in error ? String(error.message) : String(error)
  const position =
    isObject && 'position' in error ? ` (at character ${String(error.position)})` : ''
  return `${message.slice(0, 300)}${position}`
}
