// @ts-check

import { listenToActions } from './actions.js';
import { markChanges } from './changes.js';
import { logReady, showEvents } from './event-log.js';
import { countAnswers, showCharged, showPushes } from './examples.js';
import { showRecord } from './record.js';
import { foldCode } from './fold.js';
import { listenToSwitches } from './switches.js';
import { startTour } from './tour.js';
import { startVisitBar, tellWhere } from './visit-bar.js';
import { listenToWhy } from './why.js';

foldCode();
showEvents();
listenToSwitches();
listenToWhy();
startVisitBar();
showPushes();
(globalThis.geoletQueue ??= []).push((geolet) => {
  listenToActions(geolet);
  void countAnswers();
  void showCharged();
  void geolet.ready.then((visitor) => {
    logReady(visitor);
    tellWhere();
    markChanges();
    startTour();
    return showRecord();
  });
});
