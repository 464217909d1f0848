import { joinedOverlays } from '#kit/web/overlays/joined-overlays.tsx'
import AlarmsSection from '../../features/alarms/web/charts/alarms-section.tsx'
import PlotAlarms from '../../features/alarms/web/charts/plot-alarms.tsx'
import AnnotationsSection from '../../features/annotations/web/annotations-section.tsx'
import PlotAnnotations from '../../features/annotations/web/plot-annotations.tsx'

/** What every feature has to say in and beside charts, in its order there. */
export const ChartOverlay = joinedOverlays([AlarmsSection, AnnotationsSection])

/** The same for the plots of widgets. */
export const PlotOverlay = joinedOverlays([PlotAlarms, PlotAnnotations])
