import { useMemo, type FunctionComponent } from 'react'
import { z, type ZodType } from 'zod'
import { lazyComponent } from '#kit/web/screens/lazy-component.tsx'
import type {
  AnyWidgetKind,
  SensorsWidgetEditorProps,
  SensorsWidgetKind,
  SensorsWidgetMeta,
  SensorsWidgetProps,
  UnboundWidgetEditorProps,
  UnboundWidgetKind,
  UnboundWidgetMeta,
  UnboundWidgetProps,
  WidgetEditorProps,
  WidgetKind,
  WidgetMeta,
  WidgetOptions,
  WidgetProps,
} from '#kit/web/widget-registry.ts'
import { useDayFigures } from './frame/use-day-figures.ts'

type Load<Props> = () => Promise<{ readonly default: FunctionComponent<Props> }>

interface Code<Options extends WidgetOptions, Props, EditorProps> {
  /** What can be chosen; reading an empty object gives the defaults. */
  readonly options: ZodType<Options>
  readonly load: Load<Props>
  /** Absent: there is nothing to choose. */
  readonly loadEditor?: Load<EditorProps>
}

type SensorManifest<Options extends WidgetOptions> = WidgetMeta &
  Code<Options, WidgetProps<Options>, WidgetEditorProps<Options>>
type SensorsManifest<Options extends WidgetOptions> = SensorsWidgetMeta &
  Code<Options, SensorsWidgetProps<Options>, SensorsWidgetEditorProps<Options>>
type UnboundManifest<Options extends WidgetOptions> = UnboundWidgetMeta &
  Code<Options, UnboundWidgetProps<Options>, UnboundWidgetEditorProps<Options>>

/** For kinds without anything to choose. */
export const noOptions = z.object({})

/**
 * The kind that a manifest describes. Stored options that the kind does not understand count as
 * not chosen: its view and its editor get the defaults.
 */
export function defineKind<Options extends WidgetOptions>(
  manifest: SensorsManifest<Options>,
): SensorsWidgetKind
export function defineKind<Options extends WidgetOptions>(
  manifest: UnboundManifest<Options>,
): UnboundWidgetKind
export function defineKind<Options extends WidgetOptions>(
  manifest: SensorManifest<Options>,
): WidgetKind
export function defineKind<Options extends WidgetOptions>(
  manifest: SensorManifest<Options> | SensorsManifest<Options> | UnboundManifest<Options>,
): AnyWidgetKind {
  if (manifest.binds === 'sensors') {
    const { options, load, loadEditor, ...meta } = manifest
    return { ...meta, ...codeOf(options, load, loadEditor) }
  }
  if (manifest.binds === 'none') {
    const { options, load, loadEditor, ...meta } = manifest
    return { ...meta, ...codeOf(options, load, loadEditor) }
  }
  const { options, load, loadEditor, ...meta } = manifest
  const code = codeOf(options, load, loadEditor)
  return { ...meta, ...code, binds: 'sensor', View: withDayFigures(code.View) }
}

function withDayFigures(View: FunctionComponent<WidgetProps>) {
  return function SensorWidgetView(props: Omit<WidgetProps, 'day' | 'isDayAwaited'>) {
    return <View {...props} {...useDayFigures(props.sensor)} />
  }
}

type WithOptions<Options> = { readonly options: Options }
/** Props whose options are as they are stored. */
type Stored<Props> = Omit<Props, 'options'> & WithOptions<WidgetOptions>

/** The components of a kind, which take options as they are stored. */
function codeOf<
  Options extends WidgetOptions,
  Props extends WithOptions<Options>,
  EditorProps extends WithOptions<Options>,
>(schema: ZodType<Options>, load: Load<Props>, loadEditor: Load<EditorProps> | undefined) {
  const readOptions = (stored: WidgetOptions): Options => {
    const read = schema.safeParse(stored)
    return read.success ? read.data : schema.parse({})
  }
  const View = lazyComponent(load)
  return {
    defaults: readOptions({}),
    preload: View.preload,
    View: withReadOptions<Options, Props>(View, readOptions),
    ...(loadEditor && {
      Editor: withReadOptions<Options, EditorProps>(lazyComponent(loadEditor), readOptions),
    }),
  }
}

function withReadOptions<Options extends WidgetOptions, Props extends WithOptions<Options>>(
  Component: FunctionComponent<Props>,
  readOptions: (stored: WidgetOptions) => Options,
) {
  return function WithReadOptions(props: Stored<Props>) {
    const options = useMemo(() => readOptions(props.options), [props.options])
    return <Component {...({ ...props, options } as unknown as Props)} />
  }
}
