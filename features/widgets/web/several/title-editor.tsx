import type { UnboundWidgetEditorProps } from '#kit/web/widget-registry.ts'
import { TitleField } from './title-field.tsx'
import type { TitleOptions } from './title-option.ts'

/** The form of a kind of which nothing but the title can be chosen. */
export function TitleEditor({
  usual,
  options,
  onChange,
}: UnboundWidgetEditorProps<TitleOptions> & {
  /** What is there while there is no title. */
  readonly usual: string
}) {
  return (
    <TitleField value={options.title} usual={usual} onChange={(title) => onChange({ title })} />
  )
}
