import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { registerCalculationRoutes, type CalculationServices } from './calculations-handlers.ts'

export { startCalculations } from './calculations.ts'

/** The calls that list, try, save and end calculations. */
export function calculationsPlugin(services: CalculationServices): FastifyPluginAsync {
  const register: FastifyPluginAsync = async (app) => registerCalculationRoutes(app, services)
  return fastifyPlugin(register, {
    name: 'calculations',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}
