import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { languageCookie, startLocale, type Locale } from '#kit/model/locale.ts'
import { answerNotFound } from '#kit/server/http/application.ts'
import { allowFrames } from '../allow-frames.ts'
import { manifestOf, type AppIcon } from './manifest.ts'

interface Options {
  /** The built web application. */
  readonly directory: string
  readonly siteName: string
  /** Origins of other sites that may show kiosk links, and with them the offline page. */
  readonly kioskFrames: readonly string[]
}

/**
 * What makes the web application one that is installed: its manifest in the language of the person,
 * its service worker, and the page that the worker shows while the server is away. None of them may
 * come from a cache unasked: a worker that stays would go on with what was.
 */
export const installablePlugin = fastifyPlugin(
  async (app: FastifyInstance, { directory, siteName, kioskFrames }: Options) => {
    const iconsOf = publishedFile(directory, 'icons.json')
    const get = (path: string, summary: string, answer: Answer) =>
      app.get(path, { schema: { hide: true, summary } }, (request, reply) => {
        void reply.header('Cache-Control', 'no-cache')
        return answer(request, reply)
      })
    get('/manifest.webmanifest', 'The web application manifest', (request, reply) => {
      const icons = JSON.parse(iconsOf() ?? '[]') as readonly AppIcon[]
      void reply.type('application/manifest+json; charset=utf-8')
      void reply.header('Vary', 'Cookie, Accept-Language')
      return reply.send(
        JSON.stringify(manifestOf({ siteName, language: languageOf(request), icons })),
      )
    })
    const worker = publishedFile(directory, 'service-worker.js')
    get('/service-worker.js', 'The service worker of the pages', (request, reply) => {
      const content = worker()
      if (content === null) return answerNotFound(request, reply)
      return reply.type('text/javascript; charset=utf-8').send(content)
    })
    const page = publishedFile(directory, 'offline.html')
    get('/offline.html', 'The page that is shown while the server is away', (request, reply) => {
      const content = page()
      if (content === null) return answerNotFound(request, reply)
      // It is in the place of any page, also of a kiosk link that another site shows.
      allowFrames(reply, kioskFrames)
      return reply.type('text/html; charset=utf-8').send(content)
    })
  },
  { name: 'installable' },
)

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

function languageOf({ cookies, headers }: FastifyRequest): Locale {
  const languages = (headers['accept-language'] ?? '').split(',').map((tag) => tag.trim())
  return startLocale(cookies[languageCookie] ?? null, languages)
}

/** Reads a file of the build again when another build was published; null: there is none. */
function publishedFile(directory: string, name: string): () => string | null {
  const path = join(directory, name)
  let read: { readonly version: string; readonly content: string } | undefined
  return () => {
    const file = statSync(path, { throwIfNoEntry: false })
    if (file === undefined) return null
    const version = `${file.ino} ${file.mtimeMs}`
    if (read?.version !== version) read = { version, content: readFileSync(path, 'utf8') }
    return read.content
  }
}
