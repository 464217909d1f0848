import type { Locale } from '#kit/model/locale.ts'
import type { AnswerLine, DialogContext } from '../../contract/answer.ts'
import type { Plant } from '../plant/plant.ts'
import { chat, type ChatMessage } from './chat.ts'
import type { ChatReply, ToolCall } from './chat-stream.ts'
import { presentResult, type Evidence } from './grounding/evidence.ts'
import type { LanguageModel } from './language-model.ts'
import { ModelAnswer } from './model-answer.ts'
import { ModelFailure } from './model-failure.ts'
import { instructionsOf, questionOf } from './prompt.ts'
import { callTool, chatTools } from './tool-calls.ts'

/** Bytes that stand for a token where the model's server does not count. */
const bytesOfToken = 3

export interface ModelQuestion {
  readonly plant: Plant
  readonly question: string
  /** Of the answer. */
  readonly locale: Locale
  readonly context: DialogContext | null
  readonly signal: AbortSignal
  readonly onLine: (line: AnswerLine) => void
}

/** How a model came to an answer; filled in as it goes, also where it fails. */
export interface ModelWork {
  readonly tools: string[]
  tokens: number | null
}

/**
 * Lets a model plan and phrase an answer with the tools of the plant. Rejects with `ModelFailure`
 * where it fails, exceeds a limit, or says what no tool returned.
 */
export async function askModel(
  model: LanguageModel,
  asked: ModelQuestion,
  work: ModelWork,
): Promise<ModelAnswer> {
  const { plant, question, locale, context, onLine } = asked
  const { limits } = model.settings
  const messages: ChatMessage[] = [
    { role: 'system', content: instructionsOf(plant, locale) },
    { role: 'user', content: questionOf(plant, question, context) },
  ]
  const evidence: Evidence[] = []
  let spent = 0
  for (let round = 1; round <= limits.rounds; round += 1) {
    const answer = new ModelAnswer({ locale, question, evidence, onLine })
    const reply = await request(model, messages, round < limits.rounds, asked, answer)
    spent += reply.tokens ?? Math.ceil(JSON.stringify(messages).length / bytesOfToken)
    if (reply.tokens !== null) work.tokens = (work.tokens ?? 0) + reply.tokens
    if (reply.calls.length === 0) {
      answer.end()
      return answer
    }
    if (spent > limits.answerTokens) throw new ModelFailure('too_many_tokens')
    if (work.tools.length + reply.calls.length > limits.toolCalls)
      throw new ModelFailure('too_many_calls')
    // What it wrote before it called a tool was no answer yet.
    if (answer.sentences.length > 0) onLine({ kind: 'restart' })
    messages.push(callsMessage(reply))
    for (const call of reply.calls) messages.push(await runTool(call, evidence, asked, work))
  }
  throw new ModelFailure('too_many_rounds')
}

async function request(
  model: LanguageModel,
  messages: readonly ChatMessage[],
  mayCall: boolean,
  { signal }: ModelQuestion,
  answer: ModelAnswer,
): Promise<ChatReply> {
  model.countRequest()
  const reply = await chat(
    model.settings,
    { messages, tools: mayCall ? chatTools : [] },
    { signal, onText: (text) => answer.add(text) },
  )
  model.countTokens(reply.tokens ?? 0)
  return reply
}

const callsMessage = ({ text, calls }: ChatReply): ChatMessage => ({
  role: 'assistant',
  content: text === '' ? null : text,
  tool_calls: calls.map(({ id, name, input }) => ({
    ...{ id, type: 'function', function: { name, arguments: input } },
  })),
})

async function runTool(
  call: ToolCall,
  evidence: Evidence[],
  { plant, locale, signal, onLine }: ModelQuestion,
  work: ModelWork,
): Promise<ChatMessage> {
  signal.throwIfAborted()
  const outcome = await callTool(plant, call)
  work.tools.push(call.name.replaceAll(/\W/g, '').slice(0, 40))
  const refuse = (error: string): ChatMessage => ({
    ...{ role: 'tool', tool_call_id: call.id, content: JSON.stringify({ error }) },
  })
  if (!outcome.isDone) return refuse(outcome.error)
  onLine({ kind: 'tool', tool: call.name })
  const id = `E${evidence.length + 1}`
  const presented = presentResult(outcome.result, { id, timezone: plant.timezone, locale })
  if (!presented) return refuse('The result is too long: ask for less')
  evidence.push(presented.evidence)
  return { role: 'tool', tool_call_id: call.id, content: presented.text }
}
