import { z } from 'zod'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Plant } from '../plant/plant.ts'
import { plantTools } from '../tools/plant-tools.ts'
import type { ToolResult } from '../tools/tool.ts'
import type { ChatTool } from './chat.ts'
import type { ToolCall } from './chat-stream.ts'
import { issueText } from '#kit/server/http/requests/validate-input.ts'

/** A schema without its long patterns: they cost more tokens than all the rest, each time. */
const schemaOf = (input: z.ZodObject) =>
  z.toJSONSchema(input, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern
      delete jsonSchema.$schema
    },
  })

/** The tools of the assistant as a model is offered them: those of other programs. */
export const chatTools: readonly ChatTool[] = Object.entries(plantTools).map(
  ([name, { description, input }]) => ({
    type: 'function',
    function: { name, description, parameters: schemaOf(input) },
  }),
)

/** What a call came to: a result, or why there is none, for the model to read. */
export type CallOutcome =
  | { readonly isDone: true; readonly result: ToolResult }
  | { readonly isDone: false; readonly error: string }

/**
 * Calls a tool with what the model wrote. An unknown tool and input that is not accepted are the
 * model's mistakes, which it may correct; a failure of the plant itself rejects.
 */
export async function callTool(plant: Plant, { name, input }: ToolCall): Promise<CallOutcome> {
  const tool = Object.hasOwn(plantTools, name) ? plantTools[name] : undefined
  if (!tool) return { isDone: false, error: 'There is no such tool' }
  const args = readInput(input)
  if (args === null) return { isDone: false, error: 'The arguments are no JSON object' }
  try {
    return { isDone: true, result: await tool.run(plant, args) }
  } catch (error) {
    if (error instanceof z.ZodError)
      return { isDone: false, error: prettified(error).slice(0, 1_000) }
    if (error instanceof AppError && error.status < 500)
      return { isDone: false, error: `${error.code}: ${error.message}` }
    throw error
  }
}

function readInput(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(text.trim() === '' ? '{}' : text)
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read)
    return isObject ? { ...read } : null
  } catch {
    return null
  }
}

function prettified({ issues }: z.ZodError): string {
  return z.prettifyError({
    issues: issues.map((issue) => ({ ...issue, message: issueText(issue) })),
  })
}
