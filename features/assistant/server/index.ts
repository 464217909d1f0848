import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { AppError } from '#kit/model/calls/errors.ts'
import { LinesReply } from '#kit/server/http/replies/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import { disconnectSignal } from '#kit/server/http/replies/disconnect-signal.ts'
import type { Answer, AnswerLine } from '../contract/answer.ts'
import { askAssistant } from '../contract/routes.ts'
import { answerQuestion, type AnsweringServices } from './answer-question.ts'
import { registerMcp } from './mcp/mcp-calls.ts'

export type { AssistantServices } from './services.ts'
export { LanguageModel } from './model/language-model.ts'
export { defaultLimits, type ModelSettings } from './model/settings.ts'

/** Questions that one address may ask. */
const rate = { max: 60, timeWindow: '1 minute' }
const lines = 'application/x-ndjson'

/** Answers questions about the plant. */
export function assistantPlugin(answering: AnsweringServices, version: string): FastifyPluginAsync {
  const register = async (app: FastifyInstance) => {
    serve(app, askAssistant, { rateLimit: rate }, async ({ body, caller, reply, request }) => {
      const asked = { ...body, locale: body.locale ?? 'en' }
      const answer = (onLine: (line: AnswerLine) => void) =>
        answerQuestion(answering, asked, { caller, leaving: disconnectSignal(reply, null), onLine })
      // Without a model an answer is there at once: it comes whole.
      const isInParts = answering.model && request.headers.accept?.includes(lines)
      if (!isInParts) return whole(await answer(() => undefined))
      return new LinesReply(linesOf(answer), lines)
    })
    registerMcp(app, answering.services, version)
  }
  return fastifyPlugin(register, {
    name: 'assistant',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}

function whole(data: Answer) {
  const message = [...data.sentences.map(({ text }) => text), ...data.unknown].join(' ')
  return { message, data }
}

/** An answer in parts, a line of JSON each; the last one is all of it, or why there is none. */
function linesOf(answer: (onLine: (line: AnswerLine) => void) => Promise<Answer>): PassThrough {
  const stream = new PassThrough()
  const write = (line: AnswerLine) => stream.write(`${JSON.stringify(line)}\n`)
  void answer(write)
    .then(
      (data) => write({ kind: 'answer', ...whole(data) }),
      (error: unknown) => write(failed(error)),
    )
    .finally(() => stream.end())
  return stream
}

function failed(error: unknown): AnswerLine {
  const isOurs = error instanceof AppError
  return {
    kind: 'failed',
    error: isOurs ? error.code : 'internal',
    message: isOurs ? error.message : '',
  }
}
