import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf, type Audit } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireOpenDevice, type Catalogue } from '#kit/server/catalogue.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import {
  endCalculation as end,
  listCalculations,
  saveCalculations,
  tryCalculation,
} from '../contract/routes.ts'
import type { CalculatedSensor } from '../contract/calculation.ts'
import type { Calculations } from './calculations.ts'
import { compile } from '#kit/server/expression.ts'
import { expressionProblems, type Rights } from './validate.ts'
import { plannedInputs } from './plan.ts'
import { shownInputs } from './shown-inputs.ts'
import { endCalculation, saveCalculations as save } from './save.ts'

export interface CalculationServices {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  readonly catalogue: Catalogue
  readonly calculations: Calculations
}

const bodyLimit = 4 * 2 ** 20

/** The calls that list, try, save and end calculations. */
export function registerCalculationRoutes(
  app: FastifyInstance,
  services: CalculationServices,
): void {
  const { catalogue, calculations } = services
  const rightsOf = (caller: Caller): Rights => {
    const visible = catalogue.visibleDeviceIds(caller)
    return {
      catalogue,
      mayUseDevice: (id) => visible.has(id),
      mayCombineDevices: caller.roles.includes('admin'),
    }
  }
  const isOpen = (caller: Caller, sensorId: number) => catalogue.maySeeSensor(caller, sensorId)

  /** The change was made: where it can not be read now it is read again. */
  const takeOver = (things: readonly string[]) =>
    calculations.refresh(things).catch(() => undefined)

  serve(app, listCalculations, async ({ caller, query: { page, limit } }) => {
    const open = calculations.all.filter(({ sensorId }) => isOpen(caller, sensorId))
    const { mayUseDevice } = rightsOf(caller)
    const shown = open.slice((page - 1) * limit, page * limit)
    return {
      data: shown.flatMap((each) => described(services, each, mayUseDevice) ?? []),
      meta: { total: open.length, page, limit },
    }
  })

  serve(app, tryCalculation, async ({ caller, body }) => {
    const device = requireOpenDevice(catalogue, caller, body.thing)
    const problems = expressionProblems(rightsOf(caller), { ...body, thing: device.lesiId })
    const compiled = compile(body.expression, Object.keys(body.inputs))
    if (Object.keys(problems).length > 0 || !('evaluate' in compiled))
      throw new AppError('invalid', 'The expression is not accepted', { errors: problems })
    const inputs = plannedInputs(catalogue, body.inputs)
    const sensor = { id: 0, type: 'analog' } as const
    const { evaluate } = compiled
    return { data: calculations.calculator.stateOfOther({ sensor, inputs, evaluate }) }
  })

  serve(app, saveCalculations, { bodyLimit }, async ({ caller, body, request }) => {
    const ids = await save(services, {
      ...{ calculations: body.calculations, origin: originOf(request), rights: rightsOf(caller) },
    })
    await takeOver(body.calculations.map(({ thing }) => thing))
    return { data: { ids } }
  })

  serve(app, end, async ({ caller, params, request }) => {
    const stored = calculations.all.find(({ sensorId }) => sensorId === params.id)
    if (!stored || !isOpen(caller, params.id))
      throw new AppError('not_found', 'There is no such calculation')
    await endCalculation(services, stored, originOf(request))
    await takeOver([stored.thing])
    return { data: { id: params.id } }
  })
}

function described(
  { catalogue, calculations }: CalculationServices,
  { sensorId, thing, key, expression, inputs }: Calculations['all'][number],
  mayUseDevice: Rights['mayUseDevice'],
): CalculatedSensor | null {
  const sensor = catalogue.sensor(sensorId)
  const state = calculations.calculator.stateOf(sensorId)
  if (!sensor || !state) return null
  const { alias, type, unit } = sensor
  return {
    ...{ id: sensorId, thing, key, alias, type, unit, expression, state },
    inputs: shownInputs({ thing, inputs }, { catalogue, mayUseDevice }),
  }
}
