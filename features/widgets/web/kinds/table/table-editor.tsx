import { useTranslations } from 'use-intl'
import type { SensorsWidgetEditorProps } from '#kit/web/widget-registry.ts'
import { ChoiceField } from '../../several/choice-field.tsx'
import { TitleField } from '../../several/title-field.tsx'
import { tableOrders, type TableOptions } from './table-options.ts'

/** The title and the order of the sensors. */
export default function TableEditor(props: SensorsWidgetEditorProps<TableOptions>) {
  const { options, onChange } = props
  const translate = useTranslations('widgets.kinds.table')
  return (
    <>
      <TitleField
        value={options.title}
        usual={translate('title')}
        onChange={(title) => onChange({ ...options, title })}
      />
      <ChoiceField
        label={translate('order')}
        value={options.order}
        choices={tableOrders.map((order) => ({ value: order, label: translate(`by.${order}`) }))}
        onChange={(order) => onChange({ ...options, order })}
      />
    </>
  )
}
