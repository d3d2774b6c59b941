import { readFileSync } from 'node:fs';

/** Linux counts the time of processes in hundredths of a second. */
const TICK_US = 10_000;

/** Processor time of a process and all its threads, in microseconds. */
export function processorTimeOf(pid) {
  return statOf(pid).ownUs;
}

/**
 * Processor time of a process and of all its children, in microseconds. The time of a child moves to its parent when it ends, so the
 * reading is repeated until no child has ended or begun meanwhile.
 */
export function processorTimeOfFamily(pid) {
  for (;;) {
    const before = familyOf(pid);
    const after = familyOf(pid);
    if (before && after && before.children === after.children && before.endedUs === after.endedUs) return after.us;
  }
}

export const childrenOf = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();

/** Null when a child has ended during the reading. */
function familyOf(pid) {
  const children = childrenOf(pid);
  try {
    const times = children.split(' ').map((child) => statOf(child).ownUs);
    const { ownUs, endedUs } = statOf(pid);
    return { children, endedUs, us: ownUs + endedUs + times.reduce((sum, time) => sum + time, 0) };
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(error.code)) return null;
    throw error;
  }
}

export const parentOf = (pid) => Number(fieldsOf(pid)[1]);

/** `endedUs` is the time of the children that have ended. */
function statOf(pid) {
  const [user, system, endedUser, endedSystem] = fieldsOf(pid).slice(11, 15).map(Number);
  return { ownUs: (user + system) * TICK_US, endedUs: (endedUser + endedSystem) * TICK_US };
}

/** The fields of /proc/<pid>/stat after the name, which may contain spaces and parentheses. */
function fieldsOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
