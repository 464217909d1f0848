import { z } from 'zod'
import { Locale } from '#kit/model/locale.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { Answer, DialogContext } from './answer.ts'

/** Characters of a question. */
export const maximumQuestion = 500

export const askAssistant = defineRoute({
  method: 'POST',
  path: '/api/chatbot',
  summary: 'Answers a question about the plant from what its asker may see, with evidence',
  gate: warRoomGate,
  isOpenToTokens: true,
  changesNothing: true,
  body: z.strictObject({
    question: z.string().trim().min(1).max(maximumQuestion),
    type: z.literal('search').default('search'),
    /** The language of the interface; a question in another one is answered in that. */
    locale: Locale.optional(),
    /** Of the answer before, where this question follows it. */
    context: DialogContext.nullable().default(null),
  }),
  /** `message`: the whole answer as text, to be shown and read aloud. */
  reply: z.object({ message: z.string(), data: Answer }),
})
