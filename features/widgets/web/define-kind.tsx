import { useMemo, type FunctionComponent } from 'react'
import { z, type ZodType } from 'zod'
import { lazyComponent } from '#kit/web/screens/lazy-component.tsx'
import type {
  WidgetEditorProps,
  WidgetMeta,
  WidgetKind,
  WidgetOptions,
  WidgetProps,
} from '#kit/web/widget-registry.ts'

type Load<Props> = () => Promise<{ readonly default: FunctionComponent<Props> }>

interface KindManifest<Options extends WidgetOptions> extends WidgetMeta {
  /** What can be chosen; reading an empty object gives the defaults. */
  readonly options: ZodType<Options>
  readonly load: Load<WidgetProps<Options>>
  /** Absent: there is nothing to choose. */
  readonly loadEditor?: Load<WidgetEditorProps<Options>>
}

/** For kinds without anything to choose. */
export const noOptions = z.object({})

/**
 * The kind that a manifest describes. Stored options that the kind does not understand count as
 * not chosen: its view and its editor get the defaults.
 */
export function defineKind<Options extends WidgetOptions>(
  manifest: KindManifest<Options>,
): WidgetKind {
  const { options: schema, load, loadEditor, ...meta } = manifest
  const View = lazyComponent(load)
  const readOptions = (stored: WidgetOptions): Options => {
    const read = schema.safeParse(stored)
    return read.success ? read.data : schema.parse({})
  }
  return {
    ...meta,
    preload: View.preload,
    View: function WidgetView({ options: stored, ...props }) {
      const options = useMemo(() => readOptions(stored), [stored])
      return <View {...props} options={options} />
    },
    ...(loadEditor && { Editor: editorOf(loadEditor, readOptions) }),
  }
}

function editorOf<Options extends WidgetOptions>(
  load: Load<WidgetEditorProps<Options>>,
  readOptions: (stored: WidgetOptions) => Options,
): FunctionComponent<WidgetEditorProps> {
  const Editor = lazyComponent(load)
  return function WidgetEditor({ sensor, options, onChange }) {
    return <Editor sensor={sensor} options={readOptions(options)} onChange={onChange} />
  }
}
