import type { FeatureManifest } from '#kit/web/manifest.ts'
import { dashboard } from '../../features/dashboard/web/manifest.ts'
import { history } from '../../features/history/web/manifest.ts'
import { session } from '../../features/session/web/manifest.ts'
import { loadWidgetKinds } from '../../features/widgets/web/index.ts'
import { provideWidgets } from '#kit/web/widget-registry.ts'

/** Every feature with screens, in the order of the menu. Only manifests are imported here: a screen's code comes when it is opened. */
export const features: readonly FeatureManifest[] = [session, dashboard, history]

provideWidgets(loadWidgetKinds)
