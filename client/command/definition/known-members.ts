import schema from '../../form.schema.json' with { type: 'json' };
import { SECTIONS, type SectionName } from '../service/service-document.js';

const sections = schema.properties.settings.properties;
const membersOf = (section: SectionName) => [section, Object.keys(sections[section].properties)] as const;

/** The members of each section of the settings that this package knows. A service may have more of them, which are left as they are. */
export const KNOWN_MEMBERS: Readonly<Record<SectionName, readonly string[]>> = Object.fromEntries(SECTIONS.map(membersOf)) as Record<
  SectionName,
  string[]
>;
