import { z } from 'zod'
import type { CommandOutcome } from '#kit/server/devices/device-commands.ts'
import type { Problem } from '#kit/server/documents/document-value.ts'

/** What a device says about a command, without room for more. */
const maximumAnswerBytes = 4 * 1024

const Answer = z.object({
  id: z.string().max(64),
  outcome: z.enum(['accepted', 'done', 'refused']),
  reason: z.string().max(1_000).optional(),
})

/** An answer to a command; `accepted` is followed by another one. */
export interface CommandAnswer {
  readonly id: string
  readonly outcome: CommandOutcome
}

/** Reads `{"id", "outcome", "reason"?}`, or says what is wrong with it. */
export function readAnswer(payload: Uint8Array): CommandAnswer | { readonly problem: Problem } {
  if (payload.length > maximumAnswerBytes)
    return refused('document', `has more than ${maximumAnswerBytes} bytes`)
  const parsed = Answer.safeParse(parseJson(payload))
  if (!parsed.success)
    return refused(
      parsed.error.issues[0]?.path.join('.') || 'document',
      'must be {"id", "outcome": "accepted" | "done" | "refused", "reason"}',
    )
  const { id, outcome, reason = '' } = parsed.data
  return { id, outcome: outcome === 'refused' ? { outcome, reason } : { outcome } }
}

function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch {
    return undefined
  }
}

const refused = (field: string, reason: string) => ({ problem: { field, reason } })
