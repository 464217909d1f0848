import type { WidgetKind } from '#kit/web/widget-registry.ts'

const manifests = import.meta.glob<WidgetKind>('./kinds/*/manifest.ts', {
  eager: true,
  import: 'default',
})

/** Every kind of widget: one for each folder of `kinds`. Their code comes when it is needed. */
export const widgetKinds: readonly WidgetKind[] = Object.values(manifests)
