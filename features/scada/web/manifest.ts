import { scadaGate } from '#kit/model/permission.ts'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

const common = { group: '/scada', gate: 'signed-in' } as const

export const scada: FeatureManifest = {
  name: 'scada',
  groups: [{ path: '/scada', title: 'scada.title', icon: 'scada', gate: scadaGate }],
  screens: [
    {
      ...common,
      path: '/scada/get-things',
      title: 'scada.things.title',
      icon: 'device',
      planned: 'scada.things.planned',
    },
    {
      ...common,
      path: '/scada/lambda',
      title: 'scada.lambda.title',
      icon: 'document',
      planned: 'scada.lambda.planned',
    },
    {
      ...common,
      path: '/scada/lambda/type/$type',
      title: 'scada.lambdaType.title',
      icon: 'document',
      hidden: true,
      planned: 'scada.lambdaType.planned',
    },
    {
      ...common,
      path: '/scada/lambda-websocket',
      title: 'scada.live.title',
      icon: 'analog',
      noCache: true,
      planned: 'scada.live.planned',
    },
  ],
}
