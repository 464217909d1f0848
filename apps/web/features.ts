import { warRoomGate } from '#kit/model/permission.ts'
import { provideOverlays } from '#kit/web/overlays/provided-overlays.ts'
import { provideDeviceSections } from '#kit/web/device-sections.ts'
import { provideProfileSections } from '#kit/web/profile-section.ts'
import { lazyComponent } from '#kit/web/screens/lazy-component.tsx'
import { provideProcedures } from '#kit/web/procedures.ts'
import { providePast } from '#kit/web/past/past-room.tsx'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'
import { provideSmallChart } from '#kit/web/small-chart.tsx'
import { provideWidgets } from '#kit/web/widget-registry.ts'
import { administration } from '../../features/administration/web/manifest.ts'
import { alarms } from '../../features/alarms/web/manifest.ts'
import { articles } from '../../features/articles/web/manifest.ts'
import { audit } from '../../features/audit/web/manifest.ts'
import { clientErrors } from '../../features/client-errors/web/manifest.ts'
import { connectors } from '../../features/connectors/web/manifest.ts'
import { dashboard } from '../../features/dashboard/web/manifest.ts'
import { devices } from '../../features/devices/web/manifest.ts'
import { exportsFeature } from '../../features/exports/web/manifest.ts'
import { history } from '../../features/history/web/manifest.ts'
import { importsFeature } from '../../features/imports/web/manifest.ts'
import { notifications } from '../../features/notifications/web/manifest.ts'
import { allBoards, pages } from '../../features/pages/web/manifest.ts'
import { scada } from '../../features/scada/web/manifest.ts'
import { sensors } from '../../features/sensors/web/manifest.ts'
import { session } from '../../features/session/web/manifest.ts'
import { toolbox } from '../../features/toolbox/web/manifest.ts'
import { widgetKinds } from '../../features/widgets/web/kinds.ts'

/**
 * Every feature with screens, in the order of the menu. Only manifests are imported here: a
 * screen's code comes when it is opened.
 */
export const features: readonly FeatureManifest[] = [
  session,
  pages,
  dashboard,
  history,
  exportsFeature,
  importsFeature,
  devices,
  scada,
  connectors,
  sensors,
  alarms,
  administration,
  notifications,
  allBoards,
  audit,
  toolbox,
  articles,
  clientErrors,
]

provideWidgets(widgetKinds)
providePast(lazyComponent(() => import('./shown-past.tsx')))
provideSmallChart(lazyComponent(() => import('../../features/history/web/small/small-chart.tsx')))
const ofProfile = [
  lazyComponent(() => import('../../features/notifications/web/own/own-notices.tsx')),
  lazyComponent(() => import('../../features/access-tokens/web/access-tokens.tsx')),
]
provideProfileSections(ofProfile.map((Section) => ({ gate: warRoomGate, Section })))
provideOverlays(() => import('./overlays.ts'))
provideProcedures([lazyComponent(() => import('../../features/articles/web/procedures.tsx'))])
provideDeviceSections([
  lazyComponent(() => import('../../features/commands/web/commands-section.tsx')),
])
