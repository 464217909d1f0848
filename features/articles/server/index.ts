import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { registerPictures } from './pictures.ts'
import { registerReading } from './reading.ts'
import type { ArticleServices } from './services.ts'
import { registerVersions } from './versions.ts'
import { registerWriting } from './writing.ts'

export { ArticleReader } from './article-reader.ts'

/** The calls about articles: reading, writing, versions, pictures. */
export function articlesPlugin(services: ArticleServices): FastifyPluginAsync {
  const register = async (app: FastifyInstance) => {
    registerReading(app, services)
    registerWriting(app, services)
    registerVersions(app, services)
    registerPictures(app, services)
  }
  return fastifyPlugin(register, { name: 'articles', dependencies: ['accounts'], fastify: '5.x' })
}
