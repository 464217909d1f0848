import { logFailure } from '#kit/server/log-failure.ts'
import type { Logger } from 'pino'
import { isAdministrator } from '#kit/model/gate.ts'
import type { Locale } from '#kit/model/locale.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Answer, AnswerLine, DialogContext, ModelPart } from '../contract/answer.ts'
import { answerByRules } from './answer.ts'
import { askModel, type ModelWork } from './model/ask-model.ts'
import type { LanguageModel } from './model/language-model.ts'
import { chartOf, type ModelAnswer } from './model/model-answer.ts'
import { ModelFailure, type FailureReason } from './model/model-failure.ts'
import { Plant } from './plant/plant.ts'
import type { AssistantServices } from './services.ts'

/** A question of a person. */
export interface AskedQuestion {
  readonly question: string
  /** Of the interface. */
  readonly locale: Locale
  readonly context: DialogContext | null
}

export interface AnsweringServices {
  readonly services: AssistantServices
  /** Null: none is configured. */
  readonly model: LanguageModel | null
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

interface Asking {
  readonly caller: Caller
  /** Aborted when the person has left. */
  readonly leaving: AbortSignal
  /** What is known of the answer before its end. */
  readonly onLine: (line: AnswerLine) => void
}

/**
 * Answers by the language model where there is one, and by the rules where there is none, where it
 * fails, and where it says what no tool returned. The rules answer first: their answer is there
 * whatever becomes of the model.
 */
export async function answerQuestion(
  { services, model, log }: AnsweringServices,
  asked: AskedQuestion,
  { caller, leaving, onLine }: Asking,
): Promise<Answer> {
  const rules = await answerByRules(new Plant(services, caller, leaving), asked)
  if (!model) return rules
  const begin = performance.now()
  const work: ModelWork = { tools: [], tokens: null }
  const partOf = (failure: ModelFailure | null): ModelPart => ({
    ...{ name: model.settings.name, fallback: failure?.fallback ?? null },
    trace: isAdministrator(caller)
      ? {
          ...{ failure: failure?.reason ?? null, tools: work.tools, tokens: work.tokens },
          durationMs: Math.round(performance.now() - begin),
        }
      : null,
  })
  const logOutcome = (failure: FailureReason | null) =>
    log.info(
      {
        ...{ userId: caller.userId, model: model.settings.name, failure, ...work },
        ms: Math.round(performance.now() - begin),
      },
      'answer of the assistant with a language model',
    )
  try {
    const plant = (signal: AbortSignal) => new Plant(services, caller, signal)
    const question = { ...asked, locale: rules.locale, leaving, onLine }
    const answer = await limited(model, caller.userId, (signal) =>
      askModel(model, { ...question, plant: plant(signal), signal }, work),
    )
    model.countAnswer()
    logOutcome(null)
    return answerOf(plant(leaving), rules, answer, partOf(null))
  } catch (error) {
    leaving.throwIfAborted()
    const failure = failureOf(error, log)
    model.countFailure(failure.reason)
    logOutcome(failure.reason)
    onLine({ kind: 'restart' })
    return { ...rules, model: partOf(failure) }
  }

  /** Within what the model may take of time, and how often it may be asked. */
  async function limited<Result>(
    { quota, settings }: LanguageModel,
    userId: number,
    ask: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const release = quota.take(userId)
    const late = AbortSignal.timeout(settings.limits.answerMs)
    try {
      return await ask(AbortSignal.any([leaving, late]))
    } catch (error) {
      if (late.aborted && !(error instanceof ModelFailure)) throw new ModelFailure('late')
      throw error
    } finally {
      release()
    }
  }
}

function failureOf(error: unknown, log: AnsweringServices['log']): ModelFailure {
  if (error instanceof ModelFailure) return error
  logFailure(log, error, 'a tool of the assistant failed')
  return new ModelFailure('failed')
}

/** What the model stated, with what the rules know of the question besides. */
function answerOf(
  plant: Plant,
  rules: Answer,
  { sentences, unknown }: ModelAnswer,
  model: ModelPart,
): Answer {
  const isKnown = (rules.context?.sensors.length ?? 0) + (rules.context?.things.length ?? 0) > 0
  return {
    ...{ locale: rules.locale, sentences, unknown, suggestions: rules.suggestions },
    chart: chartOf(sentences),
    context: isKnown ? rules.context : contextOf(plant, rules, sentences),
    ...{ source: 'model', model },
  }
}

/** What the next question may refer to, by the evidence of this answer. */
function contextOf(
  plant: Plant,
  { context }: Answer,
  sentences: Answer['sentences'],
): DialogContext | null {
  const cited = sentences.flatMap(({ citations }) => citations)
  const sensors = cited.flatMap((each) => {
    if (each.kind !== 'sensor') return []
    const device = plant.device(each.thing)
    const own = device ? plant.sensorsOf(device) : []
    return own.find(({ key }) => key === each.sensor)?.id ?? []
  })
  const things = cited.flatMap((each) => (each.kind === 'device' ? [each.thing] : []))
  if (sensors.length + things.length === 0) return context
  const chart = chartOf(sentences)
  return {
    intent: context?.intent ?? 'value',
    sensors: [...new Set(sensors)].slice(0, 20),
    things: [...new Set(things)].slice(0, 20),
    period: chart && { from: chart.from, to: chart.to },
  }
}
