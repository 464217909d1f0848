import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { allowFrames } from './allow-frames.ts'
import type { Captcha } from './config/config-scripts.ts'
import { answerNotFound, wantsPage } from '#kit/server/http/application.ts'
import { publishedPage } from './page.ts'
import { protectiveHeaders } from './protective-headers.ts'

interface Options {
  /** The built web application. */
  readonly directory: string
  /** Scripts of other sites that this installation wants, if any. */
  readonly captcha: Pick<Captcha, 'script' | 'origins'> | null
  readonly analyticsScript: string | null
}

/** Never a document of its own, and of a first page the most files. */
const partOfPage = /^\/assets\/[\w.-]+\.(?:css|js|woff2)$/
/** The others are for documents alone: half a kilobyte in each file. */
const protectParts: ReadonlySet<string> = new Set([
  'cross-origin-resource-policy',
  'x-content-type-options',
])

const foreverMs = 365 * 24 * 3_600_000

/**
 * The web application's files, its page for every path that is no file and no call, and the headers
 * that protect the browser.
 */
export const sitePlugin = fastifyPlugin(
  async (app: FastifyInstance, { directory, captcha, analyticsScript }: Options) => {
    const captchaOrigins = captcha ? [originOf(captcha.script), ...captcha.origins] : []
    const analyticsOrigins = analyticsScript === null ? [] : [originOf(analyticsScript)]
    const scripts = ["'self'", ...captchaOrigins, ...analyticsOrigins]
    const headers = protectiveHeaders({ scripts, captchaOrigins })
    const ofParts = Object.fromEntries(
      Object.entries(headers).filter(([name]) => protectParts.has(name)),
    )
    app.addHook('onRequest', ({ url }, reply, next) => {
      void reply.headers(partOfPage.test(url) ? ofParts : headers)
      next()
    })
    await app.register(fastifyStatic, {
      root: join(directory, 'assets'),
      prefix: '/assets/',
      index: false,
      preCompressed: true,
      // Another content has another name.
      setHeaders: (reply) =>
        void reply.header('Cache-Control', `public, max-age=${foreverMs / 1000}, immutable`),
    })
  },
  { name: 'site' },
)

const originOf = (address: string): string => new URL(address).origin

/**
 * What nobody serves: the web application's page for whoever did not ask for data or a file, else
 * `not_found`. A kiosk link may be shown in a frame of this site, and of the origins
 * `kioskFrames`.
 */
export function answerWithPage(directory: string, kioskFrames: readonly string[]) {
  const pageFor = publishedPage(directory)
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!wantsPage(request) || request.url.startsWith('/assets/'))
      return answerNotFound(request, reply)
    void reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache')
    void reply.header('Vary', 'Cookie, Accept-Language')
    if (request.url.startsWith('/kiosk/')) allowFrames(reply, kioskFrames)
    return reply.send(pageFor(request))
  }
}

/** The version in package.json. */
export function readVersion(projectDirectory: string): string {
  const { version } = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}
