import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AnswerLine } from '#features/assistant/contract/answer.ts'
import { answerQuestion } from '#features/assistant/server/answer-question.ts'
import { LanguageModel } from '#features/assistant/server/model/language-model.ts'
import { defaultLimits, type ModelLimits } from '#features/assistant/server/model/settings.ts'
import type { AssistantServices } from '#features/assistant/server/services.ts'
import {
  modelServer,
  type ModelReply,
  type ModelRequest,
  type ModelServer,
} from '#testing/peers/model-server.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { questionServices, readings } from './plant.ts'

/** The plant of the questions, with a language model whose server is a stub. */
export let services: AssistantServices
export let server: ModelServer
/** Of the plant's and the quota's clock. */
export const time = { now: 0 }
/** What was logged. */
export const log: string[] = []
export const secret = 'sk-never-shown'

export function watchModel(): void {
  let engine: TestTelemetry
  beforeAll(async () => {
    engine = await testTelemetry()
    await storeReadings(engine.telemetry, readings())
    services = questionServices(engine)
    server = await modelServer()
  })
  afterAll(async () => {
    await server.close()
    await engine.close()
  })
  beforeEach(() => {
    server.requests.length = 0
    log.length = 0
  })
}

const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) })
export const administrator = { userId: 1, sessionId: 's', roles: ['admin'], permissions: [] }

export const modelOf = (limits: Partial<ModelLimits> = {}, more: object = {}) =>
  new LanguageModel(
    {
      ...{ baseUrl: server.url, name: 'stub-1', key: secret, questionsPerHour: 100 },
      ...{ concurrent: 4, limits: { ...defaultLimits, ...limits }, ...more },
    },
    () => time.now,
  )

interface AskOptions {
  readonly model?: LanguageModel
  readonly caller?: typeof administrator
  readonly leaving?: AbortSignal
  /** In place of the usual ones. */
  readonly plant?: AssistantServices
}

export async function ask(question: string, options: AskOptions = {}) {
  const { model = modelOf(), caller = administrator, plant = services } = options
  const lines: AnswerLine[] = []
  const { signal } = new AbortController()
  const answer = await answerQuestion(
    { services: plant, model, log: logger },
    { question, locale: 'en', context: null },
    { caller, leaving: options.leaving ?? signal, onLine: (line) => lines.push(line) },
  )
  return { answer, lines, text: answer.sentences.map(({ text }) => text).join(' ') }
}

/** Calls these tools first, then says this. */
export const plan =
  (
    calls: readonly (readonly [string, object | string])[],
    reply: string | ((request: ModelRequest) => string),
  ) =>
  (request: ModelRequest): ModelReply =>
    request.results.length < calls.length
      ? { calls: calls.slice(request.results.length, request.results.length + 1) }
      : { text: typeof reply === 'string' ? reply : reply(request), tokens: 321 }
