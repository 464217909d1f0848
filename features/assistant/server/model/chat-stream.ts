import { z } from 'zod'
import { EventData } from './event-data.ts'
import { ModelFailure } from './model-failure.ts'

/** A tool that the model wants to be called. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON as the model wrote it. */
  readonly input: string
}

/** A whole reply. */
export interface ChatReply {
  readonly text: string
  readonly calls: readonly ToolCall[]
  /** Null: its server does not count. */
  readonly tokens: number | null
}

const maximumCalls = 16
const maximumInput = 8_192

const Part = z.object({
  content: z.string().nullish(),
  tool_calls: z
    .array(
      z.object({
        index: z.int().min(0).nullish(),
        id: z.string().max(200).nullish(),
        function: z
          .object({ name: z.string().max(200).nullish(), arguments: z.string().nullish() })
          .nullish(),
      }),
    )
    .nullish(),
})
const Chunk = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        delta: Part.nullish(),
        message: Part.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.object({ total_tokens: z.number().min(0) }).nullish(),
})

/** Puts a reply together from the events of its stream, or from one whole message. */
export class ChatStream {
  readonly #onText: (text: string) => void
  readonly #calls: { id: string; name: string; input: string }[] = []
  readonly #events = new EventData((data) => this.#take(data))
  #text = ''
  #tokens: number | null = null
  #finish: string | null = null
  #isDone = false

  constructor(onText: (text: string) => void) {
    this.#onText = onText
  }

  /** A piece of the stream; throws `ModelFailure`. */
  feed(piece: string): void {
    this.#events.feed(piece)
  }

  /** A reply that did not come as a stream. */
  takeWhole(body: string): void {
    this.#take(body)
    this.#isDone = true
  }

  /** The reply, after its last piece; throws where the end is missing. */
  end(): ChatReply {
    this.#events.end()
    if (!this.#isDone && this.#finish === null) throw new ModelFailure('cut_off')
    if (this.#finish === 'length') throw new ModelFailure('reply_too_long')
    if (this.#finish === 'content_filter') throw new ModelFailure('failed', 'content filter')
    const calls = this.#calls
      .filter(({ name }) => name !== '')
      .map((call, place) => ({ ...call, id: call.id || `call_${place}` }))
    return { text: this.#text, calls, tokens: this.#tokens }
  }

  #take(data: string): void {
    if (data.trim() === '[DONE]') {
      this.#isDone = true
      return
    }
    const chunk = readChunk(data)
    if (chunk.error) throw new ModelFailure('failed', 'an error within the reply')
    this.#tokens = chunk.usage?.total_tokens ?? this.#tokens
    const [choice] = chunk.choices ?? []
    if (!choice) return
    this.#finish = choice.finish_reason ?? this.#finish
    const { content, tool_calls: calls } = choice.delta ?? choice.message ?? {}
    for (const [place, call] of (calls ?? []).entries()) this.#addCall(call, call.index ?? place)
    if (!content) return
    this.#text += content
    this.#onText(content)
  }

  #addCall(part: NonNullable<z.infer<typeof Part>['tool_calls']>[number], place: number): void {
    if (place >= maximumCalls) throw new ModelFailure('too_many_calls')
    while (this.#calls.length <= place) this.#calls.push({ id: '', name: '', input: '' })
    const call = this.#calls[place]
    if (!call) return
    call.id = part.id ?? call.id
    call.name += part.function?.name ?? ''
    call.input += part.function?.arguments ?? ''
    if (call.input.length > maximumInput) throw new ModelFailure('reply_too_long')
  }
}

function readChunk(data: string): z.infer<typeof Chunk> {
  try {
    return Chunk.parse(JSON.parse(data))
  } catch {
    throw new ModelFailure('unreadable')
  }
}
