import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { signedInCookie } from '#features/accounts/contract/sign-in.ts'
import { languageCookie, startLocale } from '#kit/model/locale.ts'
import { homeScreen } from '#kit/model/home-screen.ts'

/**
 * What the build writes into `preloads.json`: the files that a page needs besides those that
 * `index.html` names itself. Paths inside the directory of the build.
 */
export interface Preloads {
  /** Texts of the pages before the sign-in, by language. */
  readonly texts: Readonly<Record<string, readonly string[]>>
  /** The texts that a signed-in person needs besides, by language. */
  readonly signedInTexts: Readonly<Record<string, readonly string[]>>
  /** The texts of screens that few people open, by language. */
  readonly textsOnDemand: Readonly<Record<string, readonly string[]>>
  /** The frame around the screens of a signed-in person. */
  readonly frame: readonly string[]
  readonly screens: readonly {
    readonly path: string
    readonly isPublic: boolean
    readonly hasTextsOnDemand: boolean
    readonly files: readonly string[]
  }[]
}

/** What of a request decides what the page will need. */
interface PageRequest {
  readonly url: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly headers: { readonly 'accept-language'?: string | undefined }
}

interface Published {
  readonly html: string
  /** Null: the build says nothing, and the page finds by itself what it needs. */
  readonly preloads: Preloads | null
}

const signInPath = '/login'

/**
 * The page of the web application in `directory`, for a request: with links to the code, styles
 * and texts that this request's screen will need, so that they travel together with the entry. A
 * build that is published meanwhile takes the place of the one before.
 */
export function publishedPage(directory: string): (request: PageRequest) => string {
  const page = join(directory, 'index.html')
  let published: (Published & { readonly version: string }) | undefined
  return (request) => {
    const file = statSync(page, { throwIfNoEntry: false })
    if (file === undefined) return 'The web application has not been built: npm run build'
    const version = `${file.ino} ${file.mtimeMs}`
    if (published?.version !== version) published = { version, ...readPublished(directory, page) }
    const { html, preloads } = published
    if (preloads === null) return html
    return html.replace('</head>', `${linksTo(preloadsFor(request, preloads))}</head>`)
  }
}

function readPublished(directory: string, page: string): Published {
  const html = readFileSync(page, 'utf8')
  try {
    const text = readFileSync(join(directory, 'preloads.json'), 'utf8')
    return { html, preloads: JSON.parse(text) as Preloads }
  } catch {
    return { html, preloads: null }
  }
}

/** The files that the screen of a request will need besides those that the page itself names. */
export function preloadsFor(
  { url, cookies, headers }: PageRequest,
  preloads: Preloads,
): readonly string[] {
  const isSignedIn = cookies[signedInCookie] === '1'
  const path = url.split(/[?#]/, 1)[0] ?? ''
  const asked = screenAt(path === '/' ? homeScreen : path, preloads)
  const screen = isSignedIn || asked?.isPublic === true ? asked : screenAt(signInPath, preloads)
  const languages = (headers['accept-language'] ?? '').split(',').map((tag) => tag.trim())
  const language = startLocale(cookies[languageCookie] ?? null, languages)
  return [
    ...new Set([
      ...(isSignedIn ? preloads.frame : []),
      ...(screen?.files ?? []),
      ...(preloads.texts[language] ?? []),
      ...(isSignedIn ? (preloads.signedInTexts[language] ?? []) : []),
      ...(isSignedIn && screen?.hasTextsOnDemand ? (preloads.textsOnDemand[language] ?? []) : []),
    ]),
  ]
}

/** A path that is written out goes before one with parameters. */
function screenAt(path: string, { screens }: Preloads): Preloads['screens'][number] | undefined {
  const parts = partsOf(path)
  const matches = (pattern: readonly string[]) =>
    pattern.length === parts.length &&
    pattern.every((part, index) => part.startsWith('$') || part === parts[index])
  const found = screens.filter((screen) => matches(partsOf(screen.path)))
  return found.find((screen) => !screen.path.includes('$')) ?? found[0]
}

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '')

/**
 * Styles are only fetched here: the application puts them in when it uses them, in an order that
 * the cascade counts on.
 */
function linksTo(files: readonly string[]): string {
  return files
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="/${file}">\n`
        : `<link rel="modulepreload" crossorigin href="/${file}">\n`,
    )
    .join('')
}
