import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { serve } from '#kit/server/http/serve.ts'
import { askAssistant } from '../contract/routes.ts'
import { answerByRules } from './answer.ts'
import { Plant } from './plant/plant.ts'
import { registerMcp } from './mcp/mcp-calls.ts'
import type { AssistantServices } from './services.ts'

/** Questions that one address may ask. */
const rate = { max: 60, timeWindow: '1 minute' }

/** Answers questions about the plant. */
export function assistantPlugin(services: AssistantServices, version: string): FastifyPluginAsync {
  const register = async (app: FastifyInstance) => {
    serve(app, askAssistant, { rateLimit: rate }, async ({ body, caller, reply }) => {
      const leaving = new AbortController()
      reply.raw.once('close', () => leaving.abort())
      const plant = new Plant(services, caller, leaving.signal)
      const data = await answerByRules(plant, { ...body, locale: body.locale ?? 'en' })
      const message = [...data.sentences.map(({ text }) => text), ...data.unknown].join(' ')
      return { message, data }
    })
    registerMcp(app, services, version)
  }
  return fastifyPlugin(register, {
    name: 'assistant',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}
