import { ChatStream, type ChatReply } from './chat-stream.ts'
import { ModelFailure } from './model-failure.ts'
import type { ModelSettings } from './settings.ts'

/** A message of a conversation, as the interface of OpenAI writes it. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant'
      readonly content: string | null
      readonly tool_calls?: readonly WrittenCall[]
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

interface WrittenCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

/** A tool as the model is offered it; `parameters` is a JSON Schema. */
export interface ChatTool {
  readonly type: 'function'
  readonly function: {
    readonly name: string
    readonly description: string
    readonly parameters: unknown
  }
}

interface ChatRequest {
  readonly messages: readonly ChatMessage[]
  /** Empty: it has to answer now. */
  readonly tools: readonly ChatTool[]
}

interface ChatOptions {
  /** Ends the request: the person has left, or the whole answer took too long. */
  readonly signal: AbortSignal
  /** Each piece of the text as it comes. */
  readonly onText: (text: string) => void
}

/**
 * Asks a model once, by `POST …/chat/completions` as a stream. Redirects are not followed: the key
 * would go where nobody sent it. Rejects with `ModelFailure`, and with the signal's reason.
 */
export async function chat(
  settings: ModelSettings,
  request: ChatRequest,
  { signal, onText }: ChatOptions,
): Promise<ChatReply> {
  const { firstByteMs, stallMs, replyBytes } = settings.limits
  const silence = new AbortController()
  const onSilence = () => silence.abort(new ModelFailure('silent'))
  let timer = setTimeout(onSilence, firstByteMs)
  try {
    const response = await send(settings, request, AbortSignal.any([signal, silence.signal]))
    const stream = new ChatStream(onText)
    const isWhole = response.headers.get('content-type')?.includes('json') ?? false
    const decoder = new TextDecoder()
    let bytes = 0
    let whole = ''
    for await (const piece of response.body ?? []) {
      clearTimeout(timer)
      timer = setTimeout(onSilence, stallMs)
      bytes += piece.byteLength
      if (bytes > replyBytes) throw new ModelFailure('reply_too_long')
      const text = decoder.decode(piece, { stream: true })
      if (isWhole) whole += text
      else stream.feed(text)
    }
    if (isWhole) stream.takeWhole(whole)
    return stream.end()
  } catch (error) {
    if (error instanceof ModelFailure) throw error
    signal.throwIfAborted()
    silence.signal.throwIfAborted()
    throw new ModelFailure('cut_off')
  } finally {
    clearTimeout(timer)
  }
}

async function send(
  { baseUrl, name, key, limits }: ModelSettings,
  { messages, tools }: ChatRequest,
  signal: AbortSignal,
): Promise<Response> {
  const body = JSON.stringify({
    ...{ model: name, messages, stream: true, stream_options: { include_usage: true } },
    max_completion_tokens: limits.replyTokens,
    ...(tools.length > 0 && { tools }),
  })
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(key !== null && { authorization: `Bearer ${key}` }),
  }
  const url = `${baseUrl}/chat/completions`
  const response = await fetch(url, {
    ...{ method: 'POST', redirect: 'manual', headers, body, signal },
  }).catch(() => {
    signal.throwIfAborted()
    throw new ModelFailure('unreachable')
  })
  if (response.status === 200) return response
  await response.body?.cancel()
  throw new ModelFailure(reasonOf(response.status), String(response.status))
}

function reasonOf(status: number) {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 429) return 'busy'
  return status >= 500 ? 'failed' : 'rejected'
}
