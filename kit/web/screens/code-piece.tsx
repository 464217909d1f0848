import { use, type FunctionComponent } from 'react'

/**
 * A piece of the application that could not be fetched: the server is away, or has newer pieces
 * than this page.
 */
export class UnreachableCode extends Error {
  constructor(cause: unknown) {
    super('A piece of the application could not be fetched', { cause })
    this.name = 'UnreachableCode'
  }
}

/** What forgets a fetch that failed, one for each piece. */
const failures = new Set<() => void>()

/** Lets every piece that could not be fetched be asked for again, when it is next drawn. */
export function forgetFailedPieces(): void {
  for (const forget of failures) forget()
  failures.clear()
}

/** A component whose code is fetched when it is first drawn, or before. */
export interface CodePiece<Props extends object> {
  (props: Props): React.ReactNode
  /** Fetches the code. Rejects with `UnreachableCode`. */
  readonly preload: () => Promise<void>
}

/**
 * Makes a component of code that is fetched on demand. Unlike `React.lazy` it does not stay broken
 * when the fetch failed once: whoever shows the failure calls `forgetFailedPieces` before it draws
 * the component again.
 */
export function codePiece<Props extends object>(
  load: () => Promise<{ readonly default: FunctionComponent<Props> }>,
): CodePiece<Props> {
  let fetched: FunctionComponent<Props> | undefined
  let fetching: Promise<void> | undefined
  const preload = () =>
    (fetching ??= fetchAgainFailedStyles()
      .then(load)
      .then(
        (module) => void (fetched = module.default),
        (error: unknown) => {
          failures.add(() => (fetching = undefined))
          throw new UnreachableCode(error)
        },
      ))
  const Piece = (props: Props) => {
    if (fetched === undefined) use(preload())
    const Fetched = fetched
    return Fetched && <Fetched {...props} />
  }
  return Object.assign(Piece, { preload })
}

/**
 * Style sheets that could not be fetched. The bundler asks for each only once: they would be
 * missing for ever.
 */
const failedStyles = new Set<HTMLLinkElement>()

if (typeof window !== 'undefined') {
  const keep = ({ target }: Event) =>
    target instanceof HTMLLinkElement && target.rel === 'stylesheet' && failedStyles.add(target)
  // Such an error does not bubble.
  window.addEventListener('error', keep, { capture: true })
}

async function fetchAgainFailedStyles(): Promise<void> {
  const failed = [...failedStyles]
  failedStyles.clear()
  await Promise.all(
    failed.map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement
          again.onload = () => resolve()
          again.onerror = () => reject(new Error(`${link.href} could not be fetched`))
          if (link.isConnected) link.replaceWith(again)
          else document.head.append(again)
        }),
    ),
  )
}
