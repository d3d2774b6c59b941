import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd } from '../../support/at-end.mjs';

const ROOT = '/sys/fs/cgroup';
/** Linux limits the processor time of control groups in one of two versions. */
const isVersion2 = existsSync(join(ROOT, 'cgroup.controllers'));
const PARENT = isVersion2 ? ROOT : join(ROOT, 'cpu');
const PERIOD_US = 10_000;

/**
 * Gives processes, and those that they start from now on, a share of one processor together, as containers have one. It ends with the
 * bench. Needs the rights of root.
 */
export function limitProcessors(pids, share) {
  const group = join(PARENT, `forms-bench-${pids.join('-')}`); // of each build its own
  try {
    if (isVersion2) writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+cpu');
    mkdirSync(group);
    atEnd(() => removeGroup(group));
    limit(group, Math.round(share * PERIOD_US));
    move(pids, group);
  } catch (cause) {
    throw new Error(`The processor time could not be limited, which needs root and control groups in ${PARENT}.`, { cause });
  }
}

function limit(group, quotaUs) {
  if (isVersion2) return writeFileSync(join(group, 'cpu.max'), `${quotaUs} ${PERIOD_US}`);
  writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quotaUs));
}

/** Only an empty group can be removed. */
function removeGroup(group) {
  move(readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean), PARENT);
  rmdirSync(group);
}

/** A group takes one process at a time. */
function move(pids, group) {
  for (const pid of pids) writeFileSync(join(group, 'cgroup.procs'), String(pid));
}
