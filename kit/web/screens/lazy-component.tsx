import { use, type FunctionComponent } from 'react'

/**
 * A chunk of the application's code that could not be fetched: the server is away, or has newer
 * ones than this page.
 */
export class ChunkLoadError extends Error {
  /** When it was requested, ms since the page began. */
  readonly requestedAt: number

  constructor(cause: unknown, requestedAt: number) {
    super('A chunk of the application could not be fetched', { cause })
    this.name = 'ChunkLoadError'
    this.requestedAt = requestedAt
  }
}

/** Dispatched on the window when a chunk could not be fetched. */
export const missingCodeEvent = 'missing-code'

/** What removes the result of a fetch that failed, one for each component. */
const failures = new Set<() => void>()

/** Lets every chunk that could not be fetched be requested again, when it is next drawn. */
export function clearFailedChunks(): void {
  for (const clear of failures) clear()
  failures.clear()
}

/** A component whose code is fetched when it is first drawn, or before. */
export interface LazyComponent<Props extends object> {
  (props: Props): React.ReactNode
  /** Fetches the code. Rejects with `ChunkLoadError`. */
  readonly preload: () => Promise<void>
}

/**
 * Makes a component of code that is fetched on demand. Unlike `React.lazy` it does not stay broken
 * when the fetch failed once: whoever shows the failure calls `clearFailedChunks` before it draws
 * the component again.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ readonly default: FunctionComponent<Props> }>,
): LazyComponent<Props> {
  let fetched: FunctionComponent<Props> | undefined
  let fetching: Promise<void> | undefined
  const request = async () => {
    const requestedAt = performance.now()
    try {
      await refetchFailedStyles()
      fetched = (await load()).default
    } catch (error) {
      failures.add(() => (fetching = undefined))
      window.dispatchEvent(new Event(missingCodeEvent))
      throw new ChunkLoadError(error, requestedAt)
    }
  }
  const preload = () => (fetching ??= request())
  const Component = (props: Props) => {
    if (fetched === undefined) use(preload())
    const Fetched = fetched
    return Fetched && <Fetched {...props} />
  }
  return Object.assign(Component, { preload })
}

/**
 * Style sheets that could not be fetched. The bundler asks for each only once: they would be
 * missing until a reload.
 */
const failedStyles = new Set<HTMLLinkElement>()

if (typeof window !== 'undefined') {
  const collect = ({ target }: Event) =>
    target instanceof HTMLLinkElement && target.rel === 'stylesheet' && failedStyles.add(target)
  // Such an error does not bubble.
  window.addEventListener('error', collect, { capture: true })
}

async function refetchFailedStyles(): Promise<void> {
  const failed = [...failedStyles]
  failedStyles.clear()
  // Of those that fail again each is requested with the next attempt: all are waited for.
  const attempts = await Promise.allSettled(
    failed.map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const copy = link.cloneNode() as HTMLLinkElement
          copy.onload = () => resolve()
          copy.onerror = () => reject(new Error(`${link.href} could not be fetched`))
          if (link.isConnected) link.replaceWith(copy)
          else document.head.append(copy)
        }),
    ),
  )
  for (const attempt of attempts) if (attempt.status === 'rejected') throw attempt.reason
}
