/** A language model behind the interface of OpenAI, and what it may cost. */
export interface ModelSettings {
  /** Without a slash at the end; `/chat/completions` follows it. */
  readonly baseUrl: string
  readonly name: string
  /** Null: its server asks for none. Never logged. */
  readonly key: string | null
  /** Questions of one person within an hour that it answers. */
  readonly questionsPerHour: number
  /** Questions that it answers at the same time, of all people. */
  readonly concurrent: number
  readonly limits: ModelLimits
}

/** What one answer may take. */
export interface ModelLimits {
  /** For all of it, ms. */
  readonly answerMs: number
  /** Until the first byte of a reply, ms. */
  readonly firstByteMs: number
  /** Between two parts of a reply, ms. */
  readonly stallMs: number
  /** Requests to the model. */
  readonly rounds: number
  /** Tools that it calls. */
  readonly toolCalls: number
  /** Tokens of one reply. */
  readonly replyTokens: number
  /** Bytes of one reply, however many tokens its server says. */
  readonly replyBytes: number
  /** Tokens of all requests and replies of an answer. */
  readonly answerTokens: number
}

export const defaultLimits: ModelLimits = {
  ...{ answerMs: 45_000, firstByteMs: 30_000, stallMs: 10_000 },
  ...{ rounds: 6, toolCalls: 12 },
  ...{ replyTokens: 1_500, replyBytes: 512 * 1024, answerTokens: 60_000 },
}
