import type { WidgetKind } from '#kit/web/widget-registry.ts'

/** Fetches the widgets' code; the application hands this to `provideWidgets`. */
export async function loadWidgetKinds(): Promise<readonly WidgetKind[]> {
  return (await import('./kinds.ts')).widgetKinds
}
