import type { Proposal } from '../../../../contract/kinds/mqtt/discovery.ts'
import { recogniseHomeAssistant } from './recognisers/home-assistant.ts'
import type { Recogniser } from './recognisers/recogniser.ts'
import { recogniseShelly } from './recognisers/shelly.ts'
import { recogniseSparkplug } from './recognisers/sparkplug.ts'
import { recogniseTasmota } from './recognisers/tasmota.ts'
import { recogniseZigbee2mqtt } from './recognisers/zigbee2mqtt.ts'
import {
  recogniseJson,
  recognisePlain,
  recogniseSenml,
  recogniseTelegraf,
} from './recognisers/documents.ts'
import type { SurveyedTopic } from './survey.ts'
import { TopicIndex } from './topic-index.ts'

/** Those who know most of a topic come first: what they claim is nobody else's. */
const recognisers: readonly Recogniser[] = [
  ...[recogniseSparkplug, recogniseZigbee2mqtt, recogniseTasmota, recogniseShelly],
  ...[recogniseHomeAssistant, recogniseSenml, recogniseTelegraf, recogniseJson, recognisePlain],
]

/** What could be taken over of these topics. */
export function propose(topics: readonly SurveyedTopic[]): readonly Proposal[] {
  // Brokers report on themselves there.
  const index = new TopicIndex(topics.filter(({ topic }) => !topic.startsWith('$')))
  return recognisers.flatMap((recognise) => recognise(index))
}
