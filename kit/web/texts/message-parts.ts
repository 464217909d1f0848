/** An argument of an ICU message as one language uses it. */
export interface MessageArgument {
  readonly name: string
  /** `plain` stands for everything that only prints the value. */
  readonly kind: 'plain' | 'plural' | 'selectordinal' | 'select'
  /** Names of the branches of a plural or select; empty for others. */
  readonly branches: readonly string[]
}

export interface MessageParts {
  readonly arguments: readonly MessageArgument[]
  readonly tags: readonly string[]
  /** What is left when arguments and tags are taken out: the words of all branches. */
  readonly words: string
}

/** Takes an ICU message apart. Throws where it is not well formed. */
export function messageParts(message: string): MessageParts {
  const reader = new MessageReader(message)
  reader.readText(false)
  const tags = [...reader.words.matchAll(/<(\w+)>/g)].map(([, tag = '']) => tag)
  return {
    arguments: reader.arguments,
    tags: [...new Set(tags)].toSorted(),
    words: reader.words.replaceAll(/<\/?\w+>/g, ''),
  }
}

class MessageReader {
  readonly arguments: MessageArgument[] = []
  words = ''
  readonly #message: string
  #at = 0

  constructor(message: string) {
    this.#message = message
  }

  /** Reads words up to the end of the message, or of the branch that they are in. */
  readText(isBranch: boolean): void {
    for (; this.#at < this.#message.length; this.#at += 1) {
      const sign = this.#message[this.#at]
      if (sign === '}' && isBranch) return
      if (sign === '}') throw new Error(`"}" too many in ${this.#message}`)
      if (sign === '{') this.#readArgument()
      else if (sign === "'" && /[{}<#|]/.test(this.#message[this.#at + 1] ?? '')) this.#readQuoted()
      else this.words += sign
    }
    if (isBranch) throw new Error(`"}" is missing in ${this.#message}`)
  }

  #readQuoted(): void {
    const end = this.#message.indexOf("'", this.#at + 1)
    this.words += this.#message.slice(this.#at + 1, end < 0 ? undefined : end)
    this.#at = end < 0 ? this.#message.length : end
  }

  /** Stands on the opening brace; leaves on the closing one. */
  #readArgument(): void {
    const head = this.#take(/\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?/y)
    const [, name = '', type = ''] = head
    if (type !== 'plural' && type !== 'selectordinal' && type !== 'select') {
      this.#take(/(?:,[^{}]*)?/y)
      this.#expectEnd()
      this.arguments.push({ name, kind: 'plain', branches: [] })
      return
    }
    this.#take(/,\s*/y)
    const branches: string[] = []
    while (this.#message[this.#at] !== '}') {
      branches.push(this.#take(/(=?\w+)\s*\{/y)[1] ?? '')
      this.readText(true)
      this.#take(/\}\s*/y)
      this.words += ' '
    }
    this.arguments.push({ name, kind: type, branches: branches.toSorted() })
  }

  #take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#message)
    if (match === null) throw new Error(`not understood at ${this.#at}: ${this.#message}`)
    this.#at = pattern.lastIndex
    return match
  }

  #expectEnd(): void {
    if (this.#message[this.#at] !== '}')
      throw new Error(`"}" expected at ${this.#at}: ${this.#message}`)
  }
}
